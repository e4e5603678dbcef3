import { contract } from '../../contracts/generated/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { ownAgent } from '../../engine/client/user-agents.ts'
import { type Headers, headerValue } from '../../engine/exchange.ts'
import { requestTarget, tidiedTarget } from '../../engine/request-target.ts'
import { flagsOf, referenceName } from '../../engine/target.ts'
import { memoized } from '../../language/memoized.ts'
import { shellWord } from '../../text/shell-word.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { plain } from '../text/plain.ts'
import { isCallback } from '../wording/run-texts.ts'
import type { ReportedExchange } from './reported-exchange.ts'

/** How an exchange can be repeated from a shell, if it can: with assay, and with curl if nothing has to be signed again or altered. */
export interface Repetition {
  readonly assay?: string | undefined
  readonly curl?: string | undefined
}

/** The commands that send an exchange again, with variables for secrets; none for what others sent, or where nobody listens any more. */
export function repetitionOf(report: Report, exchange: ReportedExchange, file = 'report.json'): Repetition {
  if (report.side || report.target.name === referenceName || isCallback(report, exchange)) return {}
  const at = addressFlags(report.target)
  const assay = at && ['npx assay send', wordFor(plain(file)), wordFor(plain(exchange.id)), ...at].join(' ')
  return { assay: ifShort(assay), curl: ifShort(curlOf(report, exchange)) }
}

/** A command that people paste. A longer one repeats an address, a seed or a body of a stranger's report for each check and exchange. */
function ifShort(command: string | undefined): string | undefined {
  return command !== undefined && isShort([command]) ? command : undefined
}

/** Asked of what many commands share before any is written. */
function isShort(parts: readonly string[]): boolean {
  return parts.reduce((total, { length }) => total + length, 0) <= longestCommand
}

const longestCommand = 1 << 14

export function explanationCommand(check: string): string {
  return `npx assay explain ${wordFor(check)}`
}

/** The command that judges a target again by one check, credentials from the environment as before; none if a client was judged. */
export function rerunOf(report: Report, outcome: Pick<ReportedOutcome, 'check' | 'operation'>): string | undefined {
  if (report.side) return undefined
  const at = rerunFlags(report)
  return ifShort(at && rerunCommand(outcome.check, { at, listens: isCallback(report, outcome) }))
}

/** The target and the seed, if both are short: with another seed, rare values would be others. */
const rerunFlags = memoized(({ target, seed }: Report): readonly string[] | undefined => {
  const at = target.name === referenceName ? ['--reference'] : addressFlags(target)
  const flags = at && seed ? [...at, `--seed ${wordFor(plain(seed))}`] : at
  return flags && isShort(flags) ? flags : undefined
})

/** The command that judges by one check, against the target that flags name, or else the environment. */
export function rerunCommand(check: string, { at = [], listens }: { readonly at?: readonly string[]; readonly listens: boolean }): string {
  return ['npx assay run', ...at, `--only ${wordFor(plain(check))}`, ...(listens ? ['--listen'] : [])].join(' ')
}

/** Where a target was, as flags say it if they are short: no command takes an address from a report by itself. */
const addressFlags = memoized((target: Report['target']): readonly string[] | undefined => {
  const bases = Object.entries(target).flatMap(([name, value]) =>
    name.endsWith('Url') ? [[name.slice(0, -3), String(value)] as const] : [],
  )
  const flags = flagsOf(Object.fromEntries(bases)).map(([flag, address]) => `${flag} ${wordFor(plain(address))}`)
  return isShort(flags) ? flags : undefined
})

const signingSettings = new Set(contract.operations.filter(isSigned).map(({ authentication }) => authentication.signature.construction.key))
/** The variables of what signs: it is never sent, but a stranger's report could have it sent anywhere. */
const signingVariables = new Set(contract.settings.flatMap(({ name, env }) => (signingSettings.has(name) ? [env] : [])))

/** Fields that curl sets by itself, or that belong to the connection. */
const ownFields = /^(host|connection|content-length|accept-encoding)$/i

function curlOf({ ledger, bodies }: Report, { operation, request }: ReportedExchange): string | undefined {
  const signed = ledger.operations.find(({ id }) => id === operation)?.signed ?? true
  const stored = request.body === undefined ? '' : bodies[request.body]
  if (signed || request.respelt || typeof stored !== 'string') return undefined
  const environment = new Map(ledger.settings.flatMap(({ name, env }) => (signingVariables.has(env) ? [] : [[name, env] as const])))
  const headers = [...request.headers.filter((field) => !isCurls(field)).map(([name, value]) => `${name}: ${value}`), ...unnamed(request)]
  const parts = [request.method, request.url, ...headers, stored]
  if (!isShort(parts) || parts.some((part) => unsayable(part, environment)) || !fitsCurl(request)) return undefined
  const say = (text: string) => wordFor(text, environment)
  const body = stored ? [`--data-raw ${say(stored)}`] : []
  const asIs = requestTarget(request.url) === tidiedTarget(request.url) ? '' : '--path-as-is '
  const lines = [
    `curl -g -i ${asIs}-X ${say(request.method)} ${say(request.url)}`,
    ...headers.map((header) => `-H ${say(header)}`),
    ...body,
  ]
  return lines.join(' \\\n  ')
}

/** Assay's own name tells a target no more than curl's does. */
function isCurls([name, value]: Headers[number]): boolean {
  return ownFields.test(name) || (value === ownAgent && name.toLowerCase() === 'user-agent')
}

/** Curl gives its name unless it is told not to. */
function unnamed({ headers }: ReportedExchange['request']): string[] {
  return headerValue(headers, 'user-agent') === undefined ? ['user-agent:'] : []
}

/** True if curl cannot take any part for an option or a file name, and the address holds no secret. */
function fitsCurl({ method, url, headers }: ReportedExchange['request']): boolean {
  return /^[A-Z]+$/.test(method) && /^https?:\/\/[^«]*$/i.test(url) && headers.every(([name]) => /^[\w-]+$/.test(name))
}

/** A secret in any but its plain form has no variable to stand for it; a control character could do harm in a terminal. */
function unsayable(text: string, environment: ReadonlyMap<string, string>): boolean {
  if (/^[\n\t -~]*$/.test(text)) return false
  const altered = [...text.matchAll(/«([^«»]*)»/g)].some(([, name = '']) => !environment.has(name))
  return altered || /[^\P{C}\n\t]/u.test(text)
}

/** A word for the shell, in quotes where it needs them; where a secret stood, they open for its variable. */
function wordFor(text: string, environment: ReadonlyMap<string, string> = new Map()): string {
  if (/^[\w./:@%+,][\w./:@%+,-]*$/.test(text)) return text
  return shellWord(text)
    .replace(/«([^«»]*)»/g, (placeholder, name: string) => (environment.has(name) ? `'"$${environment.get(name)}"'` : placeholder))
    .replace(/^''(?=")/, '')
    .replace(/(?<=")''$/, '')
}
