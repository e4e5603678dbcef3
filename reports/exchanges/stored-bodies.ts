import { isUtf8 } from 'node:buffer'
import type { Exchange } from '../../engine/exchange.ts'
import { noteLeft } from '../../engine/memory.ts'
import type { Run } from '../../engine/run.ts'
import { memoized } from '../../language/memoized.ts'
import { sha256 } from '../../text/digest.ts'
import { type Redaction, redactBytes } from '../redaction/redaction.ts'
import { unlessOverdue } from '../redaction/search-time.ts'
import { jsonPieces } from '../text/json.ts'

/** A body as a report stores it: text, or base64 where the bytes are not UTF-8. */
export type StoredBody = string | { readonly base64: string }

/** Stores each body once, under the SHA-256 of its bytes without secrets. */
export type Bodies = Readonly<Record<string, StoredBody>>

/** Bodies by their hashes, each kept once and without secrets. */
export type BodyStore = ReturnType<typeof storeBodies> extends Generator<void, infer Store> ? Store : never

/** How many bytes of bodies a report holds at most, as JSON writes them: a byte can take six. */
const bodyBudget = 16 * 1024 * 1024

/** Stores bodies, one a step, those of requests and short ones first, while budget and time last: the others are not even unpacked. */
export function* storeBodies(exchanges: readonly Exchange[], redact: Redaction, budget: number = bodyBudget) {
  const bodies: Record<string, StoredBody> = {}
  const keys = new Map<string, string | undefined>()
  const redacted = new Set<string>()
  const digestOf = memoized((body: Buffer) => sha256(body))
  let left = budget
  for (const body of bodiesOf(exchanges)) {
    yield
    const raw = digestOf(body)
    if (keys.has(raw)) continue
    keys.set(raw, undefined)
    if (body.length > left) continue
    noteLeft(4 * body.length)
    const bytes = unlessOverdue(() => redactBytes(redact, body))
    if (!bytes) break
    const stored = isUtf8(bytes) ? bytes.toString('utf8') : { base64: bytes.toString('base64') }
    left -= bytesOfSecret * (typeof stored === 'string' ? stored.split('«').length - 1 : 0)
    const length = writtenLength(stored)
    if (length > left) {
      left -= body.length
      continue
    }
    const key = sha256(bytes)
    if (!(key in bodies)) left -= length
    keys.set(raw, key)
    if (key !== raw) redacted.add(raw)
    bodies[key] = stored
  }
  return {
    bodies,
    /** The key of a body that is stored; none for an empty one, or one that did not fit. */
    keyOf: (body: Buffer | undefined) => (body && body.length > 0 ? keys.get(digestOf(body)) : undefined),
    isRedacted: (body: Buffer | undefined) => body !== undefined && redacted.has(digestOf(body)),
  }
}

function writtenLength(stored: StoredBody): number {
  let length = 0
  for (const piece of jsonPieces(stored)) length += Buffer.byteLength(piece)
  return length
}

/** Removing a secret costs as much as reading this many bytes, so that few bodies are kept of a target that sends mostly secrets. */
const bytesOfSecret = 100

export function storedBytes(key: string | undefined, bodies: Bodies): Buffer | undefined {
  const body = key !== undefined && Object.hasOwn(bodies, key) ? bodies[key] : undefined
  return body === undefined ? undefined : bodyBytes(body)
}

export function bodyBytes(body: StoredBody): Buffer {
  return typeof body === 'string' ? Buffer.from(body, 'utf8') : Buffer.from(body.base64, 'base64')
}

/** Bodies up to this length come before all longer ones, so that a long one cannot take all the time. */
const shortest = 1 << 14

/** The exchanges that a finding points at come first, so that a full report still holds what it accuses. */
export function prioritised({ exchanges, outcomes }: Pick<Run, 'exchanges' | 'outcomes'>): Exchange[] {
  const shown = new Set(outcomes.flatMap(({ findings }) => findings.flatMap(({ exchange }) => (exchange ? [exchange] : []))))
  return [...exchanges.filter(({ id }) => shown.has(id)), ...exchanges.filter(({ id }) => !shown.has(id))]
}

function bodiesOf(exchanges: readonly Exchange[]): Buffer[] {
  const requests = exchanges.flatMap(({ request }) => (request.body ? [request.body] : []))
  const responses = exchanges.flatMap(({ response }) => (response ? [response.body] : []))
  const all = [...requests, ...responses].filter(({ length }) => length > 0)
  return [...all.filter(({ length }) => length <= shortest), ...all.filter(({ length }) => length > shortest)]
}
