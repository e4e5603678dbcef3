import { percentDecoded } from '../text/percent.ts'
/**
 * Where a credential stands, as one name: a header by its own, `?name` for a parameter of the query, `name=` for a cookie. Neither of
 * the latter can be the name of a header.
 */
export interface CredentialPlace {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
}

export interface SchemeCredential {
  readonly kind: 'scheme'
  readonly clause: string
  /** The name of its header, or of another place (`placeName`). */
  readonly header: string
  readonly scheme: string
  readonly setting: string
}

export function placeName({ in: where, name }: CredentialPlace): string {
  if (where === 'header') return name
  return where === 'query' ? `?${name}` : `${name}=`
}

export function placeNamed(text: string): CredentialPlace {
  if (text.startsWith('?')) return { in: 'query', name: text.slice(1) }
  return text.endsWith('=') ? { in: 'cookie', name: text.slice(0, -1) } : { in: 'header', name: text }
}

/** A place in words that complete "counts only as …". */
export function placeWords(text: string): string {
  const place = placeNamed(text)
  if (place.in === 'header') return `the header ${place.name}`
  return place.in === 'query' ? `the parameter ${place.name} of the query` : `the cookie ${place.name}`
}

/** A credential under a scheme's name, as it stands in its header; an empty name is a bare credential. */
export function credentialText(scheme: string, value: string): string {
  return scheme ? `${scheme} ${value}` : value
}

type Fields = readonly (readonly [name: string, value: string])[]

/** A request with the credentials that stand under such names among its headers put to their places. */
export function placed<Request extends { readonly url: string; readonly headers: Fields }>(request: Request): Request {
  const places = request.headers.map(([name, value]) => ({ ...placeNamed(name), value }))
  if (places.every((place) => place.in === 'header')) return request
  const query = places.filter((place) => place.in === 'query').map(({ name, value }) => pair(encodeURIComponent(name), value))
  const cookies = places.flatMap((place) => (place.in === 'cookie' ? [pair(place.name, place.value)] : []))
  const headers = request.headers.filter(([name]) => placeNamed(name).in === 'header')
  const others = headers.filter(([name]) => name.toLowerCase() !== 'cookie')
  const cookie = [...headers.filter(([name]) => name.toLowerCase() === 'cookie').map(([, value]) => value), ...cookies].join('; ')
  const url = [request.url, ...query].reduce((address, each) => `${address}${address.includes('?') ? '&' : '?'}${each}`)
  return { ...request, url, headers: cookies.length > 0 ? [...others, ['cookie', cookie]] : headers }
}

function pair(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`
}

/** What stands at a place of a request; a header's own values are not looked at here. */
export function valuesAt(text: string, query: Iterable<readonly [string, string]>, cookies: readonly string[]): string[] {
  const place = placeNamed(text)
  if (place.in === 'query') return [...query].flatMap(([name, value]) => (name === place.name ? [value] : []))
  const pairs = cookies.flatMap((header) => header.split(/;\s*/)).filter((each) => each.startsWith(`${place.name}=`))
  return pairs.map((each) => percentDecoded(each.slice(place.name.length + 1)))
}
