/**
 * True for an address on this machine: nothing sent there leaves it. `localhost` is one as long as it leads here, which the client
 * sees to at every connection; other names are what a resolver makes of them.
 */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}
