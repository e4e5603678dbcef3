import { isIP } from 'node:net'

/**
 * True for an address on this machine: nothing sent there leaves it. `localhost` is one as long as it leads here, which the client
 * sees to at every connection; other names are what a resolver makes of them. In a report an address may be none any more: a secret
 * that is an ordinary word was taken out of it.
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
