import { isIP } from 'node:net'

/**
 * True for an address on this machine. `localhost` counts as one, because the client checks at every connection that it leads here; other names
 * may lead anywhere. What a report holds may be no address: a secret may have been taken out of it.
 */
export function isLoopback(address: string): boolean {
  const found = known.get(address) ?? (URL.canParse(address) && isHere(new URL(address)))
  if (known.size < mostKnown) known.set(address, found)
  return found
}

/** The first addresses that are asked about are those of a target, and each request asks about them four times. */
const known = new Map<string, boolean>()
const mostKnown = 64

function isHere({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** True for the address of a connection that stays on this machine. */
export function isOfThisMachine(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}
