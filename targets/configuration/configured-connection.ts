import { resolve } from 'node:path'
import type { Contract } from '../../contracts/contract.ts'
import { credentialHeaders } from '../../contracts/operation-kinds.ts'
import type { Connection, ProxyAddresses, Secret, TlsOptions } from '../../engine/client/transport/connection.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { readText } from '../../text/files/text-file.ts'
import { isHeaderName, isHeaderValue } from '../../text/header-field.ts'
import type { Environment, PlacedEntry } from './entry.ts'
import { readNamed } from './named-file.ts'
import { authorities, pemText, refuseUnfit } from './tls-files.ts'

/** The connection that a configuration describes; undefined if it is the ordinary one. @throws {UsageError} */
export function resolveConnection(
  contract: Contract,
  environment: Environment,
  entry: PlacedEntry | undefined,
  defaults: PlacedEntry | undefined,
): Connection | undefined {
  const fields = headersOf(contract, [defaults, entry], environment)
  const tls = tlsOf(entry?.tls ? entry : defaults, environment)
  const proxy = proxyOf(entry, environment) ?? proxyIn(environment) ?? proxyOf(defaults, environment)
  if (fields.length === 0 && !tls && !proxy?.proxy) return undefined
  return defined({
    headers: fields.map(({ name, value }) => [name, value] as const),
    tls: tls ?? {},
    proxy: proxy?.proxy,
    hidden: [...fields, ...(proxy ? [proxy] : [])].flatMap(({ hidden }) => hidden).filter(({ value }) => value.length >= leastSecret),
  })
}

/** The shortest value that is hidden: a shorter one is no secret, and hiding it would blank out half of a report. */
const leastSecret = 4

/** The header fields that requests set themselves, which the configuration may not replace. */
function ownHeaders({ operations }: Contract): Set<string> {
  const stated = operations.flatMap(({ authentication, parameters }) => [
    ...parameters.flatMap((parameter) => (parameter.in === 'header' ? [parameter.name] : [])),
    ...credentialHeaders({ authentication }),
  ])
  const ordinary = ['accept', 'connection', 'content-length', 'content-type', 'host', 'transfer-encoding', 'user-agent']
  return new Set([...ordinary, ...stated.map((name) => name.toLowerCase())])
}

/** Merges header fields; a target's own field replaces the default one. */
function headersOf(contract: Contract, entries: readonly (PlacedEntry | undefined)[], environment: Environment) {
  const own = ownHeaders(contract)
  const stated = entries.flatMap((entry) =>
    Object.entries(entry?.headers ?? {}).map(([name, text]) => ({ name, text, at: `${entry?.place}.headers.${name}` })),
  )
  const last = new Map(stated.map((field) => [field.name.toLowerCase(), field]))
  return [...last.values()].map(({ name, text, at }) => {
    if (own.has(name.toLowerCase()))
      throw new UsageError(`${at}: requests carry this header themselves, and judging it is the point. Take it out of headers.`)
    return headerField(name, text, environment, at)
  })
}

function headerField(name: string, text: string, environment: Environment, at: string) {
  if (!isHeaderName(name)) throw new UsageError(`${at}: expected the name of a header field.`)
  if (/key|token|secret|auth|password|cookie/i.test(name) && !text.includes('${'))
    throw new UsageError(`${at} reads like a secret, which this file may not hold. Write \${NAME}, and set the environment variable NAME.`)
  const { value, used } = filled(text, environment, at)
  if (!isHeaderValue(value)) throw new UsageError(`${at} holds a character that no header field can carry.`)
  return { name, value, hidden: used }
}

function tlsOf(entry: PlacedEntry | undefined, environment: Environment): TlsOptions | undefined {
  if (!entry?.tls) return undefined
  const { ca, certificate, key, passphrase } = entry.tls
  const place = `${entry.place}.tls`
  if ((certificate === undefined) !== (key === undefined))
    throw new UsageError(`${place}: a client certificate needs its key and the key its certificate; give both, or neither.`)
  const read = (name: string, file: string | undefined, as = pemText) =>
    file === undefined ? undefined : as(`${place}.${name}`, file, namedText(`${place}.${name}`, entry.directory, file))
  const secret = passphrase === undefined ? undefined : environment[passphrase]
  if (passphrase !== undefined && !secret)
    throw new UsageError(`${place}.passphrase names the environment variable ${passphrase}, which is not set.`)
  const tls: TlsOptions = defined({
    ca: read('ca', ca, authorities),
    cert: read('certificate', certificate),
    key: read('key', key),
    passphrase: secret,
  })
  refuseUnfit(place, tls)
  return tls
}

function namedText(place: string, directory: string, file: string): string {
  return readNamed(`${place}: ${file}`, () => readText(resolve(directory, file)), ` It is looked for in ${directory}.`)
}

/** The proxy of one layer of a configuration, none if it says so, and what of its address no output may show. */
interface Proxied {
  readonly proxy?: ProxyAddresses
  readonly hidden: readonly Secret[]
}

/** The proxy that an entry names; undefined if it says nothing of one. @throws {UsageError} */
function proxyOf(entry: PlacedEntry | undefined, environment: Environment): Proxied | undefined {
  if (entry?.proxy === undefined) return undefined
  if (entry.proxy === 'none') return { hidden: [] }
  const place = `${entry.place}.proxy`
  if (/\/\/[^/@]*:[^/@$]+@/.test(entry.proxy))
    throw new UsageError(`${place} holds a password. Write \${NAME} in its place, and set the environment variable NAME.`)
  const isWhole = /^\$\{[^}]*\}$/.test(entry.proxy)
  const { value, used } = filled(entry.proxy, environment, place, isWhole ? undefined : encodeURIComponent)
  const address = proxyAddress(value, place)
  return { proxy: { http: address, https: address }, hidden: used }
}

/** The proxy that the environment names, as curl and others read it: lower-case names win. @throws {UsageError} */
function proxyIn(environment: Environment): Proxied | undefined {
  const read = (name: string) => {
    const variable = environment[name.toLowerCase()] ? name.toLowerCase() : name
    const value = environment[variable]
    return value ? proxyAddress(/^[\w.-]+(:\d+)?$/.test(value) ? `http://${value}` : value, variable) : undefined
  }
  const [http, https] = [read('HTTP_PROXY'), read('HTTPS_PROXY')]
  if (!http && !https) return undefined
  const passwords = [http, https].flatMap((address) => (address ? passwordsOf(address) : []))
  const except = environment['no_proxy'] || environment['NO_PROXY']
  return { proxy: { http, https, except }, hidden: passwords.filter(Boolean).map((value) => ({ name: 'proxy password', value })) }
}

function passwordsOf(address: string): string[] {
  const { password } = new URL(address)
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    throw new UsageError('The password of the proxy holds a % that begins no escape: write %25 in its place.')
  }
}

function proxyAddress(address: string, name: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new UsageError(`${name}: expected the address of a proxy, such as http://proxy.example:3128.`)
  return address
}

/**
 * Fills environment variables into a text for `${NAME}`, each as `write` has it, and gives those that were used: they may be secrets.
 * @throws {UsageError} where one is not set.
 */
function filled(text: string, environment: Environment, place: string, write = (value: string) => value) {
  const used: Secret[] = []
  const value = text.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const found = environment[name]
    if (!found) throw new UsageError(`${place} refers to the environment variable ${name}, which is not set.`)
    used.push({ name, value: found })
    return write(found)
  })
  return { value, used }
}
