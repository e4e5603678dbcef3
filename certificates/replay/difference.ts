import type { SentRequest } from '../../engine/exchange.ts'

/** Decides whether a text that the suite sends is the one that is kept. */
export type Same = (sent: string, kept: string) => boolean

const exactly: Same = (sent, kept) => sent === kept

/** In what a request differs from the one that is kept, in words that complete "…, but"; undefined if they are the same. */
export function differenceOf(sent: SentRequest, kept: SentRequest, same: Same = exactly): string | undefined {
  if (sent.method !== kept.method) return `its method there is ${kept.method}`
  if (!same(sent.url, kept.url)) return `its address there is ${kept.url}`
  const names = sent.headers.map(([name]) => name).join()
  const keptNames = kept.headers.map(([name]) => name).join()
  if (names !== keptNames) return `its header fields there are ${keptNames}`
  const other = sent.headers.findIndex(([, value], index) => !same(value, kept.headers[index]?.[1] ?? ''))
  if (other !== -1) return `its header ${sent.headers[other]?.[0]} there is another`
  return same(bytesAsText(sent.body), bytesAsText(kept.body)) ? undefined : 'its body there is another'
}

/** A body as a text with one character for each byte. */
function bytesAsText(body: Buffer | undefined): string {
  return body === undefined ? '' : body.toString('latin1')
}
