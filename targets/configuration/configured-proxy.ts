import type { Secret } from '../../engine/client/transport/connection.ts'
import type { ProxyAddresses } from '../../engine/client/transport/proxy-choice.ts'
import { ConfigurationError } from './configuration.ts'
import type { Environment, PlacedEntry } from './entry.ts'
import { filled } from './interpolation.ts'

/** The proxy of one layer of a configuration, none if it says so, and what of its address no output may show. */
interface Proxied {
  readonly proxy?: ProxyAddresses
  readonly hidden: readonly Secret[]
}

/** The proxy that an entry names; undefined if it says nothing of one. @throws {ConfigurationError} */
export function proxyOf(entry: PlacedEntry | undefined, environment: Environment): Proxied | undefined {
  if (entry?.proxy === undefined) return undefined
  if (entry.proxy === 'none') return { hidden: [] }
  const place = `${entry.place}.proxy`
  if (/\/\/[^/@]*:[^/@$]+@/.test(entry.proxy))
    throw new ConfigurationError(`${place} holds a password. Write \${NAME} in its place, and set the environment variable NAME.`)
  const isWhole = /^\$\{[^}]*\}$/.test(entry.proxy)
  const { value, used } = filled(entry.proxy, environment, place, isWhole ? undefined : encodeURIComponent)
  const address = proxyAddress(value, place)
  return { proxy: { http: address, https: address }, hidden: used }
}

/** The proxy that the environment names, as curl and others read it: lower-case names win. @throws {ConfigurationError} */
export function proxyIn(environment: Environment): Proxied | undefined {
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
    throw new ConfigurationError('The password of the proxy holds a % that begins no escape: write %25 in its place.')
  }
}

function proxyAddress(address: string, name: string): string {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new ConfigurationError(`${name}: expected the address of a proxy, such as http://proxy.example:3128.`)
  return address
}
