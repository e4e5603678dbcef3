// `npm run docs`: a static site with a page for each check, made from the catalogue, the ledger and what mutants answer.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '../contracts/generated/contract.ts'
import type { Check } from '../engine/check.ts'
import { createSeed } from '../engine/seed.ts'
import { pageName } from '../reports/documentation.ts'
import { explanationOf } from '../reports/explanation.ts'
import { checkPage, type Example, indexPage } from '../reports/html/check.ts'
import { type Report, reportOf } from '../reports/report.ts'
import { judgeInProcess } from '../suites/in-process.fixture.ts'
import { catalogueOf } from '../suites/index.ts'
import { type Mutant, mutants } from '../suites/mutants.ts'

const out = process.argv[2] ?? join(import.meta.dirname, 'out')
const { checks } = await catalogueOf(contract)
const all = mutants(contract)
const right = await judged(undefined)

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
const queue = [...checks]
await write()
await writeFile(join(out, 'index.html'), await indexPage(contract, checks))
process.stdout.write(`${checks.length} pages in ${out}, from index.html on\n`)

async function write(): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const page = await checkPage(explanationOf(contract, check), { right: rightExample(check), wrong: await wrongExample(check) })
    await writeFile(join(out, pageName(check.id)), page)
  }
}

/** The request as it goes to a target that conforms. */
function rightExample({ id }: Check): Example | undefined {
  const outcome = right.outcomes.find(({ check }) => check === id)
  const exchange =
    right.exchanges.find((one) => outcome?.evidence.some((evidence) => evidence === one.id && !one.role.startsWith('control'))) ??
    right.exchanges.find((one) => outcome?.evidence.includes(one.id))
  return exchange && { report: right, exchange, findings: [] }
}

/** The answer of the mutant that breaks the least besides. */
async function wrongExample(check: Check): Promise<Example | undefined> {
  const [mutant] = all
    .filter(({ caughtBy }) => caughtBy.includes(check.id))
    .sort((one, other) => one.caughtBy.length - other.caughtBy.length)
  if (!mutant || mutant.operation !== check.probe.operation.id) return undefined
  const report = await judged(mutant, check.id)
  const findings = report.outcomes.find((outcome) => outcome.check === check.id)?.findings ?? []
  const exchange = report.exchanges.find(({ id }) => findings.some((finding) => finding.exchange === id))
  return exchange && { report, exchange, findings, title: mutant.title }
}

async function judged(mutant: Mutant | undefined, only?: string): Promise<Report> {
  const operations = mutant ? [mutant.operation] : contract.operations.map(({ id }) => id)
  const selection = only === undefined ? {} : { selection: { only } }
  return reportOf(await judgeInProcess({ contract, ...(mutant && { mutant }) }, { operations, seed: createSeed('docs'), ...selection }))
}
