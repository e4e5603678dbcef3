// `npm run docs`: a static site with a page for each check, made from the catalogue, the ledger and what mutants answer.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '../contracts/generated/contract.ts'
import type { Check } from '../engine/judging/check.ts'
import { isControl } from '../engine/probes/roles.ts'
import type { Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { defined } from '../language/defined.ts'
import { pageName } from '../reports/documentation.ts'
import type { ReportedExchange } from '../reports/exchanges/reported-exchange.ts'
import { storedBytes } from '../reports/exchanges/stored-bodies.ts'
import { checkPage, type ExampleExchange, indexPage } from '../reports/html/check.ts'
import { reportOf } from '../reports/report.ts'
import { explanationOf } from '../reports/terminal/explanation.ts'
import { cropped } from '../reports/text/plain.ts'
import { judgeInProcess } from '../suites/in-process.fixture.ts'
import { catalogueOf } from '../suites/index.ts'
import { type CaughtMutant, mutants } from '../suites/mutants.ts'
import { jsonValue } from '../text/json/json-text.ts'
import { valueAtPointer } from '../text/json/pointer.ts'

const longestHeader = 100

const out = process.argv[2] ?? join(import.meta.dirname, 'out')
const { checks } = await catalogueOf(contract)
const all = mutants(contract)
const conforming = await judged()
const right = reportOf(conforming)
/** The exchanges that show of a check that the target conforms; it is missing where the check did not apply. */
const passed = new Map(
  conforming.outcomes.flatMap(({ check, verdict, evidence }) => (verdict === 'passed' ? [[check, evidence] as const] : [])),
)

await rm(out, { recursive: true, force: true })
await mkdir(out, { recursive: true })
for (const check of checks) {
  const wrong = await wrongExample(check)
  const page = await checkPage(explanationOf(contract, check), { right: rightExample(check, wrong), wrong })
  await writeFile(join(out, pageName(check.id)), page)
}
await writeFile(join(out, 'index.html'), await indexPage(contract, checks))
process.stdout.write(`${checks.length} pages in ${out}, from index.html on\n`)

/** The same request as it goes to a target that conforms, what the wrong answer got wrong marked in the right one. */
function rightExample({ id }: Check, wrong: ExampleExchange | undefined): ExampleExchange | undefined {
  const evidence = passed.get(id) ?? []
  const own = right.exchanges.filter((one) => evidence.includes(one.id))
  const exchange = own.find(({ role }) => role === wrong?.exchange.role) ?? own.findLast(({ role }) => !isControl(role)) ?? own[0]
  const found = wrong?.findings.flatMap(({ at }) => (at.startsWith('/') ? [at] : [])).slice(0, 1) ?? []
  return exchange && { report: right, exchange: published(exchange), findings: [], marks: found.filter((at) => holds(exchange, at)) }
}

function holds({ response }: ReportedExchange, at: string): boolean {
  return valueAtPointer(jsonValue(String(storedBytes(response?.body, right.bodies))), at) !== undefined
}

/** An exchange as if it had gone to a service on the net: where it was judged, and the whole of a long header, say nothing to a reader. */
function published(exchange: ReportedExchange): ReportedExchange {
  const { request } = exchange
  const headers = request.headers.map(([name, value]) => [name, cropped(value, longestHeader)] as const)
  return { ...exchange, request: { ...request, headers, url: request.url.replace(/^\w+:\/\/[^/]+/, 'https://service.example') } }
}

/** The answer of a mutant that fails a check; of one without a mutant of its own, that which fails another check of its requirement. */
async function wrongExample(check: Check): Promise<ExampleExchange | undefined> {
  const own = mutantOf(check)
  const alike =
    own || !passed.has(check.id)
      ? undefined
      : checks.find((other) => other.requirement === check.requirement && mutantOf(other) !== undefined)
  const mutant = own ?? (alike && mutantOf(alike))
  if (!mutant) return undefined
  const { id } = alike ?? check
  // Where nothing else is judged, a target that accepts nothing may be one with other settings.
  return exampleOf(await judged(mutant, id), mutant, id) ?? exampleOf(await judged(mutant), mutant, id)
}

/** The mutant of a check's own operation that bears its name, or else breaks the least besides. */
function mutantOf(check: Check): CaughtMutant | undefined {
  return all
    .filter(({ caughtBy, operation }) => caughtBy.includes(check.id) && operation === check.probe.operation.id)
    .sort((one, other) => Number(isNamed(other, check)) - Number(isNamed(one, check)) || one.caughtBy.length - other.caughtBy.length)[0]
}

function isNamed({ name }: CaughtMutant, check: Check): boolean {
  return name.endsWith(check.id.slice(check.id.lastIndexOf('.')))
}

/** The first exchange in which a check found something wrong; nothing else of the run is reported, nor searched for secrets. */
function exampleOf(run: Run, { title }: CaughtMutant, check: string): ExampleExchange | undefined {
  const outcomes = run.outcomes.filter((outcome) => outcome.check === check)
  const wrong = outcomes.flatMap(({ findings }) => findings.map((finding) => finding.exchange))
  const exchanges = run.exchanges.filter(({ id }) => wrong.includes(id)).slice(0, 1)
  const report = reportOf({ ...run, target: conforming.target, outcomes, exchanges })
  const [exchange] = report.exchanges
  return exchange && { report, exchange: published(exchange), findings: report.outcomes.flatMap(({ findings }) => findings), title }
}

function judged(mutant?: CaughtMutant, only?: string): Promise<Run> {
  const operations = mutant && only !== undefined ? [mutant.operation] : contract.operations.map(({ id }) => id)
  const selection = only === undefined ? {} : { selection: { only } }
  return judgeInProcess(defined({ contract, mutant }), { operations, seed: createSeed('docs'), ...selection })
}
