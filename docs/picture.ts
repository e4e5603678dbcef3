// `npm run picture`: the picture of the README, which is the report of a target that signs seconds instead of milliseconds. It needs Chromium.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '../contracts/generated/contract.ts'
import { startProvider } from '../provider/server.ts'
import { endBrowser, opened, startBrowser } from '../reports/html/opened-page.fixture.ts'
import { htmlReport } from '../reports/html/report.ts'
import { reportOf } from '../reports/report.ts'
import { mutants } from '../suites/mutants.ts'
import { run } from '../suites/run.ts'

const out = process.argv[2] ?? join(import.meta.dirname, 'report.png')
const mutant = mutants(contract).find(({ name }) => name === 'requestWithdrawal.signature.instead.signs-seconds')
if (!mutant) throw new Error('There is no mutant that signs seconds.')

const { url, settings, close } = await startProvider({ mutant })
const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
const operations = contract.operations.map(({ id }) => id)
const judged = await run({ contract, target: { name: 'staging', bases, settings, operations, allowWithdrawals: false } }).finally(close)

await startBrowser()
const page = await opened([...(await htmlReport(reportOf(judged)))].join(''), { width: 1100 })
await writeFile(out, await page.screenshot({ clip: { x: 0, y: 0, width: 1100, height: 720 } }))
await endBrowser()
process.stdout.write(`${out}\n`)
