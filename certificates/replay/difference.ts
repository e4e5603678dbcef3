import type { SentRequest } from '../../engine/exchange.ts'

/**
 * In what a request differs from the one that is kept, in words that complete "…, but"; undefined if they are the same, and of `redacted` ones
 * if their form is.
 */
export function differenceOf(sent: SentRequest, kept: SentRequest, redacted = false): string | undefined {
  if (sent.method !== kept.method) return `its method there is ${kept.method}`
  if (!redacted && sent.url !== kept.url) return `its address there is ${kept.url}`
  const names = sent.headers.map(([name]) => name).join()
  const keptNames = kept.headers.map(([name]) => name).join()
  if (names !== keptNames) return `its header fields there are ${keptNames}`
  if (redacted) return undefined
  const other = sent.headers.findIndex(([, value], index) => value !== kept.headers[index]?.[1])
  if (other !== -1) return `its header ${sent.headers[other]?.[0]} there is another`
  return Buffer.compare(sent.body ?? nothing, kept.body ?? nothing) === 0 ? undefined : 'its body there is another'
}

const nothing = Buffer.alloc(0)
