import type { Exchange } from '../engine/exchange.ts'
import type { ReportedExchange } from './report.ts'

/** Marks an exchange whose request held a secret in another spelling than its own (its case turned round, say): sent again with the secret, it would be another request. */
export function withSpelling(
  reported: ReportedExchange,
  { request }: Exchange,
  settings: Readonly<Record<string, string>>,
): ReportedExchange {
  const sent = [request.url, ...request.headers.map(([, value]) => value)]
  const told = [reported.request.url, ...reported.request.headers.map(([, value]) => value)]
  const isRespelt = told.some((text, at) => text.includes('«') && undone(text, settings) !== sent[at])
  return isRespelt ? { ...reported, request: { ...reported.request, respelt: true } } : reported
}

function undone(text: string, settings: Readonly<Record<string, string>>): string {
  return text.replace(/«(\w+)»/g, (placeholder, name: string) => (Object.hasOwn(settings, name) ? (settings[name] ?? '') : placeholder))
}
