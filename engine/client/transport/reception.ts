import type { Dispatcher } from 'undici'
import { type Headers, headersFrom, headerValue, type ReceivedResponse } from '../../exchange.ts'
import { excerptLength } from './decoding.ts'

/** A response whose content codings are not undone. */
export type Raw = Omit<ReceivedResponse, 'codingFault'>

/** Runs what reads a long body to its end when no other is read. */
export type InTurn = (read: () => Promise<unknown>) => Promise<unknown>

/** How many bytes of a body are read beside those of others, each of which takes its room. */
const readAtOnce = 2 << 20

/** Receives the answer to one request. Keeps a body of up to `most` bytes; where there are more, an excerpt, and the rest is not read. */
export function createReception(most: number, inTurn: InTurn = (read) => read()) {
  const { promise: answer, resolve, reject } = Promise.withResolvers<Raw>()
  const settled = answer.catch(() => undefined)
  let [isLong, isPaused, hasWaited] = [false, false, false]
  const body = createBytes()
  let head: Pick<Raw, 'status' | 'headers'> | undefined
  let controller: Dispatcher.DispatchController | undefined
  let over: Error | undefined

  /** Rejects the answer and breaks the connection, whatever the request waits for. */
  const giveUp = (reason: unknown) => {
    over ??= reason instanceof Error ? reason : new Error(String(reason))
    reject(reason)
    controller?.abort(over)
  }
  const end = (truncated: boolean) =>
    head && resolve({ ...head, body: body.first(truncated ? Math.min(most, excerptLength) : body.length), truncated })
  const waitForTurn = (given: Dispatcher.DispatchController) => {
    ;[isLong, isPaused, hasWaited] = [true, true, true]
    given.pause()
    inTurn(() => {
      isPaused = false
      given.resume()
      return settled
    }).catch(giveUp)
  }
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (given) => {
      controller = given
      if (over) given.abort(over)
    },
    onResponseStart: ({ rawHeaders }, status) => {
      if (status < 200) return
      head = { status, headers: fieldsOf(rawHeaders) }
      const said = Number(headerValue(head.headers, 'content-length'))
      if (said <= most) body.expect(said)
    },
    onResponseData: (given, chunk) => {
      const length = body.add(chunk)
      if (length > readAtOnce && !isLong) waitForTurn(given)
      if (length <= most) return
      end(true)
      over = new Error('the rest of the body is not read')
      given.abort(over)
    },
    onResponseEnd: () => void end(false),
    onResponseError: (_controller, error) => (head && isWhole(error, head.headers, body.length) ? end(false) : reject(error)),
  }
  return {
    handler,
    answer,
    giveUp,
    /** True as soon as there is a connection for the request, on which it goes out. */
    isSent: () => controller !== undefined,
    hasBegun: () => head !== undefined,
    /** True if it waited for its turn since this was last asked: the target is not to blame for that time. */
    hasWaited: () => {
      const waited = hasWaited
      hasWaited = isPaused
      return waited
    },
  }
}

/** True if an answer is as long as it says, and undici takes the white space behind its length for a part of that (RFC 9110, 5.5). */
function isWhole(error: Error, headers: Headers, length: number): boolean {
  const said = headerValue(headers, 'content-length') ?? ''
  return 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' && said.endsWith(' ') && said.trim() === String(length)
}

/**
 * Bytes that come in pieces, kept in blocks: a target may send them singly, and each piece would take a hundred times its room. No block is
 * ever copied into a larger one, which would leave many times as much behind.
 */
function createBytes() {
  const blocks: Buffer[] = []
  let room = Buffer.alloc(0)
  let [length, expected] = [0, 0]
  return {
    /** Makes the first block so large that all are in it: joined, they would need as much room again. */
    expect: (count: number) => {
      expected = count
    },
    first: (count: number) => (blocks.length === 1 ? blocks[0] : undefined)?.subarray(0, count) ?? Buffer.concat(blocks, count),
    get length() {
      return length
    },
    add: (piece: Buffer): number => {
      const fitting = piece.copy(room)
      room = room.subarray(fitting)
      if (fitting < piece.length) {
        const rest = piece.subarray(fitting)
        const block = Buffer.allocUnsafeSlow(Math.max(rest.length, length === 0 ? expected : Math.min(length, largestBlock)))
        blocks.push(block)
        room = block.subarray(rest.copy(block))
      }
      length += piece.length
      return length
    },
  }
}

const largestBlock = 1 << 20

/** Raw header fields come as a flat list of names and values, bytes or text. */
function fieldsOf(raw: unknown): Headers {
  const flat = Array.isArray(raw) ? raw : Object.entries(raw ?? {}).flat()
  const texts = flat.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
  return headersFrom(texts)
}
