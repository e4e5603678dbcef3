import { DocumentError } from '../../spec/document-error.ts'
import type { StatedScheme } from '../../spec/stated.ts'
import { distanceWithin } from '../../text/distance.ts'
import { isOfHttp } from '../../text/header-field.ts'
import { type Node, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'

/** A security scheme under the name that operations call it by. */
export interface DeclaredScheme {
  readonly name: string
  readonly scheme: StatedScheme
}

/** The schemes of HTTP that have no credential of their own. */
const challenging = new Set(['digest', 'negotiate', 'ntlm', 'hoba', 'mutual', 'scram-sha-1', 'scram-sha-256', 'dpop', 'vapid'])

/** The scheme of a name. @throws {DocumentError} where it is not declared, or of a type that is not supported. */
export function declaredScheme(operation: string, schemes: Node, name: string): DeclaredScheme {
  const scheme = name in {} ? undefined : schemes[name]
  if (!isObject(scheme))
    throw new DocumentError(
      `${operation}: there is no security scheme ${name}; components/securitySchemes has ${Object.keys(schemes).join(', ')}.`,
    )
  const called = scheme['type'] === 'http' ? textOf(scheme['scheme']) : undefined
  if (called !== undefined && challenging.has(called.toLowerCase()))
    throw new DocumentError(
      `${operation}: the security scheme ${name} is ${called}, which answers a challenge anew each time; expected a credential that stays, as of bearer or basic.`,
    )
  const meant = ['bearer', 'basic'].find((each) => (distanceWithin(2, String(called).toLowerCase(), each) ?? 0) > 0)
  if (meant !== undefined)
    throw new DocumentError(`${operation}: the security scheme ${name} is ${called}, which nothing is called; did you mean ${meant}?`)
  if (called) return { name, scheme }
  const isKey = scheme['type'] === 'apiKey' && ['header', 'query', 'cookie'].includes(String(scheme['in'])) && textOf(scheme['name'])
  if (isKey && scheme['in'] === 'header' && isOfHttp(isKey))
    throw new DocumentError(`${operation}: the security scheme ${name} is the header ${isKey}, which says something else in every request.`)
  if (isKey) return { name, scheme }
  throw new DocumentError(
    `${operation}: the security scheme ${name} is neither \`type: http\` with a scheme, nor \`type: apiKey\` with a name in: header, query or cookie.`,
  )
}

/** The setting that holds the credential of a scheme: the scheme's own name, unless it says otherwise. */
export function settingOf({ name, scheme }: DeclaredScheme): string {
  return textOf(scheme['x-setting']) ?? name
}
