import type { SentRequest } from '../../engine/exchange.ts'

type Told = Pick<SentRequest, 'url' | 'headers'>

/** True for a request that held a secret in another spelling than its own: sent again with the secret, it would differ. */
export function isRespelt(reported: Told, sent: Told, settings: Readonly<Record<string, string>>): boolean {
  const before = textsOf(sent)
  return textsOf(reported).some((text, at) => text.includes('«') && withValues(text, settings) !== before[at])
}

function textsOf({ url, headers }: Told): string[] {
  return [url, ...headers.map(([, value]) => value)]
}

function withValues(text: string, settings: Readonly<Record<string, string>>): string {
  return text.replace(/«(\w+)»/g, (placeholder, name: string) => (Object.hasOwn(settings, name) ? (settings[name] ?? '') : placeholder))
}
