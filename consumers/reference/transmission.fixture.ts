import type { IncomingMessage } from 'node:http'
import { defined } from '../../language/defined.ts'
import { plainHttp } from '../../language/plain-http.ts'
import { jsonValue } from '../../text/json/json-text.ts'

/** A request before it goes out; header fields are sent as they stand here, repeated ones too. */
export interface Outgoing {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body?: Buffer
}

export interface ServiceAnswer {
  readonly status: number
  readonly value: unknown
  /** How long it asks to wait, in milliseconds. */
  readonly retryAfter?: number
}

/** Sends a request as it is. @throws when the connection breaks. */
export async function transmit({ method, url, headers, body }: Outgoing): Promise<ServiceAnswer> {
  const [, origin = '', path = ''] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url) ?? []
  const { hostname, port, host } = new URL(origin)
  const length = body ? ['Content-Length', String(body.length)] : []
  const message = plainHttp.request({
    host: hostname,
    port,
    method,
    path: path === '' ? '/' : path,
    headers: ['Host', host, ...headers.flat(), ...length],
    agent: false,
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    message.once('response', resolve).once('error', reject).end(body),
  )
  const text = Buffer.concat(await response.toArray()).toString('utf8')
  const wait = response.headers['retry-after']
  return defined({
    status: response.statusCode ?? 0,
    value: jsonValue(text),
    retryAfter: wait === undefined ? undefined : Number(wait) * 1000,
  })
}
