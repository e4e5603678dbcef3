import type { Operation, RequestBody, RequestField } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { queryParameters } from '../../contracts/fields.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { isNoValue } from '../../text/no-value.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Received } from '../received.ts'
import { longestShown, shownText } from './shown-text.ts'

/** Says which parameter of the query the document does not list, or that there is a body where it has none. */
export function strayInput(operation: Operation, request: Received, behaviour: Behaviour): string | undefined {
  if (behaviour.unknownFields === 'refused' && !operation.body && request.body.length > 0)
    return `The body: expected none for ${operation.method} ${operation.path}, found one.`
  return behaviour.unknownParameters === 'refused' ? unknownParameter(operation, request) : undefined
}

export function strayField({ fields }: RequestBody, values: Readonly<Record<string, unknown>>): string | undefined {
  const known = fields.map(({ name }) => name)
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  return `The body: expected no fields but ${known.join(', ')}; found ${shownText(unknown)}.${didYouMean(unknown.slice(0, longestShown), known)}`
}

/** Says what in a field no right client sends, though a service may take it: another case, or a word for nothing. */
export function oddValue(field: RequestField, value: unknown, { otherCase, noValue }: Behaviour): string | undefined {
  if (typeof value !== 'string') return undefined
  const { name, schema } = field
  const stranger = otherCase === 'refused' ? inOtherCase(schema['x-case'], value) : undefined
  if (stranger !== undefined) return `${name}: expected letters in ${schema['x-case']} case, found ${shownText(stranger)} among them.`
  return noValue === 'refused' ? absentValue(field, value) : undefined
}

/** Says that a text is what programs send where they have no value: nothing in place of a setting, or a word. */
export function absentValue({ name, value }: Pick<RequestField, 'name' | 'value'>, text: string): string | undefined {
  if ('setting' in value && text.trim() === '') return `${name}: expected a value, found an empty string.`
  return isNoValue(text) ? `${name}: expected a value, found the word ${text}, which stands for none.` : undefined
}

function unknownParameter(operation: Operation, { query }: Received): string | undefined {
  const { path, authentication } = operation
  const place = authentication.kind === 'scheme' ? placeNamed(authentication.header) : undefined
  const own = queryParameters(operation).map(({ name }) => name)
  const known = place?.in === 'query' ? [...own, place.name] : own
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const expected = known.length > 0 ? `no parameters but ${known.join(', ')}` : 'no parameters'
  return `The query of ${path}: expected ${expected}; found ${shownText(unknown)}.${didYouMean(unknown.slice(0, longestShown), known)}`
}

function inOtherCase(wanted: unknown, text: string): string | undefined {
  const cased = { upper: (letter: string) => letter.toUpperCase(), lower: (letter: string) => letter.toLowerCase() }[String(wanted)]
  return cased && [...text].find((letter) => cased(letter) !== letter)
}
