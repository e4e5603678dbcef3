import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Exchange } from '../engine/exchange.ts'
import { answerAsKept, requestAsKept } from '../engine/probes/as-kept.ts'
import { summary } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import { getOrInsert } from '../language/get-or-insert.ts'
import { UsageError } from '../language/usage-error.ts'
import { grouped } from '../text/counted.ts'
import { parsedJson } from '../text/json/json-text.ts'
import { holdsMoreValues, mostFileValues, nestsDeeper } from '../text/json/nesting.ts'
import { storedBytes } from './exchanges/stored-bodies.ts'
import schema from './report.schema.json' with { type: 'json' }
import type { Report } from './report.ts'
import { cropped, plain } from './text/plain.ts'
import { exitCodeOf } from './waivers/waivers.ts'

/** The longest report that is read, in bytes; none that a run writes is as long. */
export const longestReport = 32 << 20

/** The deepest nesting that is read; no report nests as deep. */
const deepest = 64

/** Reads a report that was saved, and may be anybody's: what it says of itself is counted again. @throws {UsageError} */
export function parseReport(text: string): Report {
  if (nestsDeeper(text, deepest)) throw new UsageError(`This is not a report of assay: it nests deeper than ${deepest} levels.`)
  if (holdsMoreValues(text, mostFileValues))
    throw new UsageError(`This report holds more values than any that a run writes: expected ${grouped(mostFileValues)} at most.`)
  const content = parsedJson(text, (fault) => new UsageError(`This is not a report of assay: it is not JSON (${fault}).`))
  const found: object = typeof content === 'object' && content !== null ? content : {}
  refuseOther(found)
  const given = found as unknown as Report
  // Reports of Assay 0.1 lack what later ones say.
  const report = {
    ...given,
    diagnoses: (given.diagnoses ?? []).map((diagnosis) => ({ ...diagnosis, operations: diagnosis.operations ?? [] })),
  }
  refuseDoubled(report)
  return { ...report, summary: summary(report), exitCode: report.exitCode === 0 ? exitCodeOf(report) : report.exitCode }
}

/** The saved exchanges, as they can be judged again: what is not here of a body counts as truncated. */
export function fromReport({ exchanges, bodies }: Report): Exchange[] {
  const known = new Map<string, Buffer | undefined>()
  const bytes = (key: string | undefined) => (key === undefined ? undefined : getOrInsert(known, key, () => storedBytes(key, bodies)))
  return exchanges.map(({ request, response, error, failure, startedAt, lostSince, ...rest }) =>
    defined<Exchange>({
      ...rest,
      request: requestAsKept(defined({ ...request, body: bytes(request.body) })),
      response: response && answerAsKept({ ...response, body: bytes(response.body) ?? Buffer.alloc(0) }),
      failure: error === undefined ? undefined : { kind: failure ?? 'other', message: error },
      startedAt: Date.parse(startedAt),
      lostSince: lostSince === undefined ? undefined : Date.parse(lostSince),
    }),
  )
}

const newer = /^"assay\.report\/([2-9]|[1-9]\d+)"$/

let validate: ValidateFunction | undefined

function refuseOther(found: object): void {
  const version = cropped(plain('schema' in found ? (JSON.stringify(found.schema) ?? 'none') : 'none'), 60)
  if (version !== '"assay.report/1"')
    throw new UsageError(
      `This is not a report of assay that can be read: expected "schema": "assay.report/1", found ${version}.${newer.test(version) ? ' A newer Assay wrote it: read it with that one.' : ''}`,
    )
  const missing = schema.required.filter((name) => !Object.hasOwn(found, name))
  if (missing.length > 0) throw new UsageError(`This report is not whole: it has no ${missing.map((name) => `"${name}"`).join(', ')}.`)
  validate ??= compiled()
  if (validate(found)) return
  const [fault] = validate.errors ?? []
  const at = cropped(plain(fault?.instancePath ?? ''), 200)
  const words = fault?.message
    ?.replace(/^must be (?=(object|array|integer)$)/, 'must be an ')
    .replace(/^must be (?=(string|number|boolean)$)/, 'must be a ')
  throw new UsageError(`This report does not keep to its schema: at ${at || 'the top'} it ${words ?? 'is something else'}.`)
}

/** What stands in it twice would be counted twice. */
function refuseDoubled({ outcomes, exchanges }: Report): void {
  const again = firstAgain(outcomes.map(({ check }) => check)) ?? firstAgain(exchanges.map(({ id }) => id))
  if (again !== undefined)
    throw new UsageError(`This report does not keep to its schema: ${cropped(plain(again), 200)} stands in it twice.`)
}

function firstAgain(names: readonly string[]): string | undefined {
  const known = new Set<string>()
  return names.find((name) => known.size === known.add(name).size)
}

function compiled(): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, validateSchema: false })
  addFormats.default(ajv)
  return ajv.compile(schema)
}
