import { isUtf8 } from 'node:buffer'
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import type { Answer } from '../engine/client/transport/transport.ts'
import type { Exchange, Failure, ReceivedResponse, SentRequest } from '../engine/exchange.ts'
import { bodyAsKept } from '../engine/probes/as-kept.ts'
import type { Run } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import { sha256 } from '../text/digest.ts'
import type { Happening, RecordedAttempt, Tape } from './replay/recording.ts'
import { HostileFile, readJson, UnreadableFile } from './untrusted-json.ts'

/** All that a run saw and found: enough to let it happen again, and to judge it without that. */
export interface KeptEvidence extends Pick<Run, 'finishedAt' | 'exchanges' | 'outcomes' | 'observations' | 'registered'> {
  readonly tape: Tape
  /** True if it holds bodies that no exchange refers to. */
  readonly spare: boolean
}

const schema = 'assay.evidence/1'

const mostEvidence = 48 << 20

export function evidenceText(run: Run, tape: Tape): string {
  const bodies: Record<string, BodyText> = {}
  const keyOf = (body: Buffer | undefined) => {
    if (!body || body.length === 0) return undefined
    const key = sha256(body).slice(0, 32)
    bodies[key] ??= isUtf8(body) ? body.toString('utf8') : { base64: body.toString('base64') }
    return key
  }
  const requestOf = ({ method, url, headers, body }: SentRequest) =>
    defined({ method, url, headers, body: keyOf(body), empty: body && body.length === 0 ? true : undefined })
  const answerOf = ({ response, failure }: Answer) =>
    defined({ response: response && { ...response, body: keyOf(response.body) }, failure })
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
  const { startedAt, finishedAt, outcomes, observations, registered, ...kept } = readJson<EvidenceText>('evidence', text, 'The evidence')
  const bodies = bodiesOf(kept.bodies)
  const attempts = kept.attempts.map(({ request, answer }) => {
    return defined<RecordedAttempt>({ request: requestOf(request, bodies), answer: answer && answerOf(answer, bodies) })
  })
  const tape = { startedAt, attempts, happenings: kept.happenings.map((each) => happeningOf(each, startedAt)) }
  const exchanges = kept.exchanges.map(exchangeReader(tape, bodies))
  const spare = Object.keys(kept.bodies).some((key) => !bodies.used.has(key))
  return { tape, finishedAt, exchanges, outcomes, observations, registered, spare }
}

/** Evidence as its file has it: bodies by their keys, times since the start, and what went out by its number. */
interface EvidenceText extends Pick<Run, 'finishedAt' | 'outcomes' | 'observations' | 'registered'> {
  readonly startedAt: number
  readonly attempts: readonly { readonly request: RequestText; readonly answer?: AnswerText }[]
  readonly happenings: readonly (readonly [kind: Happening['kind'], index: number, after: number])[]
  readonly exchanges: readonly ExchangeText[]
  readonly bodies: Readonly<Record<string, BodyText>>
}

type BodyText = string | { readonly base64: string }
type RequestText = Omit<SentRequest, 'body'> & { readonly body?: string; readonly empty?: true }
type ResponseText = Omit<ReceivedResponse, 'body'> & { readonly body?: string }
type AnswerText = { readonly response?: ResponseText; readonly failure?: Failure }
type Named = Pick<Exchange, 'id' | 'probe' | 'role' | 'operation' | 'startedAt' | 'repeats' | 'lost'>
type ExchangeText = Named & ({ readonly attempt: number } | { readonly request: RequestText; readonly failure: Failure })

interface BodiesByKey {
  (key: string | undefined): Buffer | undefined
  readonly used: ReadonlySet<string>
}

function bodiesOf(stored: EvidenceText['bodies']): BodiesByKey {
  const bodies = new Map(
    Object.entries(stored).map(([key, body]) => {
      const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body.base64, 'base64')
      if (sha256(bytes).slice(0, 32) !== key)
        throw new UnreadableFile(`The evidence: the body ${key.slice(0, 12)} is not what its digest says.`)
      if (bodyAsKept(bytes).truncated) throw new HostileFile(`The evidence: the body ${key.slice(0, 12)} holds more than a run keeps.`)
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

function requestOf({ body, empty, ...rest }: RequestText, bodies: BodiesByKey): SentRequest {
  return defined({ ...rest, body: empty ? Buffer.alloc(0) : bodies(body) })
}

function answerOf({ response, failure }: AnswerText, bodies: BodiesByKey): Answer {
  return defined({ response: response && { ...response, body: bodies(response.body) ?? Buffer.alloc(0) }, failure })
}

/** @throws {UnreadableFile} for a time that is no date. */
function happeningOf([kind, index, after]: EvidenceText['happenings'][number], startedAt: number): Happening {
  const at = startedAt + after
  if (Number.isNaN(new Date(at).getTime())) throw new UnreadableFile(`The evidence: nothing happens ${after} ms after its start.`)
  return { kind, index, at }
}

function exchangeReader({ attempts, happenings }: Tape, bodies: BodiesByKey): (kept: ExchangeText) => Exchange {
  const answeredAt = new Map(happenings.flatMap(({ kind, index, at }) => (kind === 'answered' ? [[index, at] as const] : [])))
  return (kept) => {
    if (!('attempt' in kept)) return { ...kept, durationMs: 0, request: requestOf(kept.request, bodies) }
    const { attempt, ...named } = kept
    const { request, answer: { response, failure } = {} } = attempts[attempt] ?? absent
    const durationMs = (answeredAt.get(attempt) ?? named.startedAt) - named.startedAt
    return defined({ ...named, durationMs, request, response, failure })
  }
}

/** Stands for a request that the evidence lacks: no request equals it. */
const absent: RecordedAttempt = { request: { method: 'NONE', url: 'about:blank', headers: [] } }
