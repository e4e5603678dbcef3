import type { Operation, RequestBody } from '../../../contracts/contract.ts'
import { isMedia } from '../../../contracts/media-type.ts'
import { decodedText, hasByteOrderMark } from '../../../engine/evidence/body.ts'
import { Inconclusive } from '../../../engine/evidence/evidence.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { absent, excerpt, shortened } from '../../../text/excerpt.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { scanJson } from '../../../text/json/scan.ts'
import { valuesUnder } from '../../client-request.ts'
import { type ConsumerCheck, noFindings, requestCheck } from '../consumer-check.ts'
import type { Sent } from '../sent-request.ts'

/** The body of a request is one JSON object, and says so. */
export function bodyChecks(operation: Operation): ConsumerCheck[] {
  const { body } = operation
  if (!body) return []
  return [
    requestCheck(operation, 'request.content-type', `It is ${body.mediaType}`, (sent) => mediaTypeFindings(body, sent)),
    requestCheck(operation, 'sends.json', 'Its body is a JSON object', (sent) => jsonFindings(body, sent)),
    requestCheck(operation, 'sends.json.keys', 'No key stands twice in its body', keyFindings),
  ]
}

function mediaTypeFindings({ mediaType, required }: RequestBody, sent: Sent): readonly Finding[] | undefined {
  if (!sent.body && !required) return undefined
  const given = valuesUnder(sent, 'content-type')
  if (given.length === 1 && isMedia(given[0], mediaType)) return noFindings
  return [{ at: 'header content-type', expected: mediaType, actual: given.join(', ') || absent }]
}

function jsonFindings({ required }: RequestBody, sent: Sent): readonly Finding[] | undefined {
  const { body, exchange } = keptBody(sent)
  if (!body) return required ? [{ at: 'body', expected: 'a JSON object', actual: 'nothing' }] : undefined
  const expected = 'a JSON object in UTF-8'
  if (exchange.request.body && hasByteOrderMark(exchange.request.body))
    return [{ at: 'body', expected, actual: 'one with a byte order mark before it' }]
  if (body.error === undefined && isObject(body.value)) return noFindings
  return [{ at: 'body', expected, actual: codingOf(sent) ?? body.error ?? excerpt(body.value) }]
}

function keyFindings({ body, exchange: { request } }: Sent): readonly Finding[] | undefined {
  if (!request.body || body === undefined || body.error !== undefined) return undefined
  const { duplicateKeys } = scanJson(decodedText({ body: request.body, truncated: false }))
  return duplicateKeys.map(({ at, text }) => ({ at, expected: 'each key once', actual: `${JSON.stringify(text)} again` }))
}

/** A coded body is not JSON to a server that does not know about the coding. */
function codingOf(sent: Sent): string | undefined {
  const codings = valuesUnder(sent, 'content-encoding').join(', ')
  return /^(identity)?$/i.test(codings) ? undefined : `bytes in the content coding ${shortened(codings, 40)}`
}

/** Requires that the body of a request was kept. @throws {Inconclusive} if it was not. */
export function keptBody(sent: Sent): Sent {
  const { lacks, exchange } = sent
  if (lacks.body === undefined && exchange.request.truncated !== true) return sent
  throw new Inconclusive(lacks.body ?? 'Its body is longer than what is kept of it.')
}
