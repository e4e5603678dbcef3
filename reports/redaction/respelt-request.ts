import type { Exchange, Headers } from '../../engine/exchange.ts'

interface Told {
  readonly request: { readonly url: string; readonly headers: Headers }
}

/** Marks a request that held a secret in another spelling: sent again with the secret, it would differ. */
export function withSpelling<Reported extends Told>(
  reported: Reported,
  { request }: Exchange,
  settings: Readonly<Record<string, string>>,
): Reported {
  const sent = textsOf({ request })
  const isRespelt = textsOf(reported).some((text, at) => text.includes('«') && withValues(text, settings) !== sent[at])
  return isRespelt ? { ...reported, request: { ...reported.request, respelt: true } } : reported
}

function textsOf({ request: { url, headers } }: Told): string[] {
  return [url, ...headers.map(([, value]) => value)]
}

function withValues(text: string, settings: Readonly<Record<string, string>>): string {
  return text.replace(/«(\w+)»/g, (placeholder, name: string) => (Object.hasOwn(settings, name) ? (settings[name] ?? '') : placeholder))
}
