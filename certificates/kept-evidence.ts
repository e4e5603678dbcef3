import { isUtf8 } from 'node:buffer'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Answer } from '../engine/client/transport/transport.ts'
import type { Exchange, Failure, SentRequest } from '../engine/exchange.ts'
import type { Observed, Outcome } from '../engine/judging/outcome.ts'
import type { Run } from '../engine/run.ts'
import { defined } from '../spec/defined.ts'
import { sha256 } from '../spec/digest.ts'
import { type Fields, fieldsOf, isMoment, parseJson } from './json-fields.ts'
import type { Happening, RecordedAttempt, Tape } from './replay/recording.ts'
import { HostileFile, UnreadableFile } from './unreadable.ts'

/** All that a run saw and found: enough to let it happen again, and to judge it without that. */
export interface KeptEvidence extends Pick<Run, 'finishedAt' | 'exchanges' | 'outcomes' | 'observations' | 'registered'> {
  readonly tape: Tape
  /** True if it holds bodies that no exchange refers to. */
  readonly spare: boolean
}

const schema = 'assay.evidence/1'

const mostEvidence = 48 << 20

export function evidenceText(run: Run, tape: Tape): string {
  const bodies: Record<string, string | { readonly base64: string }> = {}
  const keyOf = (body: Buffer | undefined) => {
    if (!body || body.length === 0) return undefined
    const key = sha256(body).slice(0, 32)
    bodies[key] ??= isUtf8(body) ? body.toString('utf8') : { base64: body.toString('base64') }
    return key
  }
  const requestOf = ({ method, url, headers, body }: SentRequest) =>
    defined({
      method,
      url,
      headers,
      body: keyOf(body),
      empty: body && body.length === 0 ? true : undefined,
    })
  const answerOf = ({ response, failure }: Answer) =>
    defined({
      response: response && { ...response, body: keyOf(response.body) },
      failure,
    })
  const places = new Map(tape.attempts.map(({ request }, index) => [request, index]))
  const exchangeOf = ({ request, response: _, durationMs: __, failure, ...rest }: Exchange) => {
    const attempt = places.get(request)
    return attempt === undefined ? { ...rest, request: requestOf(request), failure } : { ...rest, attempt }
  }
  const content = {
    schema,
    startedAt: tape.startedAt,
    finishedAt: run.finishedAt,
    attempts: tape.attempts.map(({ request, answer }) => defined({ request: requestOf(request), answer: answer && answerOf(answer) })),
    happenings: tape.happenings.map(({ kind, index, at }) => [kind, index, at - tape.startedAt]),
    exchanges: run.exchanges.map(exchangeOf),
    outcomes: run.outcomes.filter(({ verdict }) => verdict !== 'passed'),
    observations: run.observations,
    registered: run.registered,
    bodies,
  }
  return JSON.stringify(content)
}

export function packed(text: string): string {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 22 } }
  return brotliCompressSync(text, options).toString('base64')
}

/** Unpacks evidence, never to more than it may hold. @throws {UnreadableFile} */
export function unpacked(bytes: Buffer): Buffer {
  try {
    const found: unknown = brotliDecompressSync(bytes, { maxOutputLength: mostEvidence, info: true })
    const { buffer, engine } = found as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } }
    if (engine.bytesWritten < bytes.length) throw new UnreadableFile('The evidence goes on behind its end.')
    return buffer
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    const isBomb = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    if (isBomb) throw new HostileFile(`The evidence unpacks to more than ${mostEvidence >> 20} MB.`)
    throw new UnreadableFile('The evidence cannot be unpacked.')
  }
}

/** Reads evidence. @throws {UnreadableFile} */
export function readEvidence(text: string): KeptEvidence {
  const what = 'The evidence'
  const fields = fieldsOf(parseJson(text, what), what)
  if (fields.text('schema') !== schema) throw new UnreadableFile(`${what} has another "schema": expected "${schema}".`)
  const names = 'schema startedAt finishedAt attempts happenings exchanges outcomes observations registered bodies'
  fields.only(...names.split(' '))
  const bodies = bodiesOf(fields.fields('bodies'), Object.keys(Object(fields.value('bodies'))))
  const attempts = fields.list('attempts').map((entry, index) => attemptOf(fieldsOf(entry, `${what}, request ${index + 1}`), bodies))
  const startedAt = fields.moment('startedAt')
  const tape = { startedAt, attempts, happenings: fields.list('happenings').map((entry) => happeningOf(entry, startedAt)) }
  const exchange = exchangeReader(tape, bodies)
  const read = {
    tape,
    finishedAt: fields.moment('finishedAt'),
    exchanges: fields.list('exchanges').map((entry) => exchange(fieldsOf(entry, `${what}, an exchange`))),
    outcomes: fields.list('outcomes').map(outcomeOf),
    observations: fields.list('observations') as readonly Observed[],
    registered: fields.texts('registered'),
  }
  const spare = Object.keys(Object(fields.value('bodies'))).some((key) => !bodies.used.has(key))
  return { ...read, spare }
}

interface BodiesByKey {
  (key: string | undefined): Buffer | undefined
  readonly used: ReadonlySet<string>
}

function bodiesOf(fields: Fields, keys: readonly string[]): BodiesByKey {
  const bodies = new Map(
    keys.map((key) => {
      const stored = fields.value(key)
      const bytes = typeof stored === 'string' ? Buffer.from(stored, 'utf8') : Buffer.from(fields.fields(key).text('base64'), 'base64')
      if (sha256(bytes).slice(0, 32) !== key)
        throw new UnreadableFile(`The evidence: the body ${key.slice(0, 12)} is not what its digest says.`)
      return [key, bytes] as const
    }),
  )
  const used = new Set<string>()
  const find = (key: string | undefined) => {
    if (key === undefined) return undefined
    used.add(key)
    const body = bodies.get(key)
    if (!body) throw new UnreadableFile(`The evidence lacks the body ${key.slice(0, 40)}.`)
    return body
  }
  return Object.assign(find, { used })
}

function attemptOf(fields: Fields, bodies: BodiesByKey): RecordedAttempt {
  const answer = fields.optionalFields('answer')
  fields.only('request', 'answer')
  return defined({ request: requestOf(fields.fields('request'), bodies), answer: answer && answerOf(answer, bodies) })
}

function requestOf(fields: Fields, bodies: BodiesByKey): SentRequest {
  fields.only('method', 'url', 'headers', 'body', 'empty')
  const body = fields.has('empty') ? Buffer.alloc(0) : bodies(fields.optional('body'))
  return defined({ method: fields.text('method'), url: fields.text('url'), headers: fields.pairs('headers'), body })
}

function answerOf(fields: Fields, bodies: BodiesByKey): Answer {
  const response = fields.optionalFields('response')
  const failure = fields.optionalFields('failure')
  fields.only('response', 'failure')
  response?.only('status', 'headers', 'body', 'truncated')
  return defined({
    response: response && {
      status: response.integer('status'),
      headers: response.pairs('headers'),
      body: bodies(response.optional('body')) ?? Buffer.alloc(0),
      truncated: response.flag('truncated'),
    },
    failure: failure && failureOf(failure),
  })
}

function failureOf(fields: Fields): Failure {
  const code = fields.optional('code')
  const kind = fields.text('kind') as Failure['kind']
  fields.only('kind', 'message', 'code', 'unconnected')
  const unconnected = (fields.has('unconnected') && fields.flag('unconnected')) || undefined
  return defined({ kind, message: fields.text('message'), code, unconnected })
}

function happeningOf(entry: unknown, startedAt: number): Happening {
  const [kind, index, after, ...more] = Array.isArray(entry) ? (entry as unknown[]) : []
  const isKnown = kind === 'answered' || kind === 'woke'
  if (!isKnown || !Number.isSafeInteger(index) || !isMoment(startedAt + Number(after)) || more.length > 0)
    throw new UnreadableFile('The evidence: expected each happening as a list of its kind, a number and a time.')
  return { kind, index: Number(index), at: startedAt + Number(after) }
}

function exchangeReader({ attempts, happenings }: Tape, bodies: BodiesByKey): (fields: Fields) => Exchange {
  const answeredAt = new Map(happenings.flatMap(({ kind, index, at }) => (kind === 'answered' ? [[index, at] as const] : [])))
  return (fields) => {
    fields.only('id', 'probe', 'role', 'operation', 'startedAt', 'repeats', 'lost', 'attempt', 'request', 'failure')
    const startedAt = fields.moment('startedAt')
    const named = { id: fields.text('id'), probe: fields.text('probe'), role: fields.text('role'), operation: fields.text('operation') }
    const lost = fields.has('lost') ? { lost: fields.integer('lost') } : {}
    const common = { ...named, startedAt, repeats: fields.integer('repeats'), ...lost }
    if (!fields.has('attempt'))
      return {
        ...common,
        durationMs: 0,
        request: requestOf(fields.fields('request'), bodies),
        failure: failureOf(fields.fields('failure')),
      }
    const index = fields.integer('attempt')
    const { request, answer } = attempts[index] ?? absent
    const { response, failure } = answer ?? {}
    return defined({ ...common, durationMs: (answeredAt.get(index) ?? startedAt) - startedAt, request, response, failure })
  }
}

/** Stands for a request that the evidence lacks: no request equals it. */
const absent: RecordedAttempt = { request: { method: 'NONE', url: 'about:blank', headers: [] } }

function outcomeOf(entry: unknown): Outcome {
  const fields = fieldsOf(entry, 'The evidence, an outcome')
  for (const name of ['check', 'verdict', 'requirement', 'operation'] as const) fields.text(name)
  fields.list('findings')
  return entry as Outcome
}
