import { type Exchange, headersFrom } from '../../engine/exchange.ts'
import type { Served } from '../../provider/witness.ts'
import { defined } from '../../spec/defined.ts'

/** Makes exchanges of what a server saw; each has an id of its own, and the address that belongs to the port at which it came in. */
export function createRecording(originOf: (port: number) => string): (served: Served) => Exchange {
  let count = 0
  return ({ message, request, isWhole, reply, durationMs }) => {
    count += 1
    return {
      id: `request/${count}`,
      probe: 'gate',
      role: `${count}`,
      operation: '',
      request: defined({
        method: request.method,
        url: addressOf(message, originOf),
        headers: headersFrom(message.rawHeaders),
        body: request.body,
        truncated: isWhole ? undefined : true,
      }),
      response: { status: reply.status, headers: Object.entries(reply.headers), body: reply.body, truncated: false },
      startedAt: request.at,
      durationMs,
      repeats: 0,
    }
  }
}

/** The target of a request as it was sent, behind the address at which it came in. */
function addressOf({ socket, url = '/' }: Served['message'], originOf: (port: number) => string): string {
  return url.startsWith('/') ? `${originOf(socket.localPort ?? 0)}${url}` : url
}
