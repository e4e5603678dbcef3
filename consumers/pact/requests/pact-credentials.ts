import type { Construction } from '../../../contracts/construction.ts'
import type { Operation, SignedHeaders } from '../../../contracts/contract.ts'
import { credentialText, placeNamed, placeWords, type SchemeCredential } from '../../../contracts/credential-place.ts'
import { credentialHeaders, signedParts } from '../../../contracts/operation-kinds.ts'
import { signaturePattern } from '../../../contracts/pacts/pacts.ts'
import { lettersOf } from '../../../text/distance.ts'
import { absent } from '../../../text/excerpt.ts'
import { asText } from '../../../text/json/as-text.ts'
import { isNoValue } from '../../../text/no-value.ts'
import { valuesUnder } from '../../client-request.ts'
import { isUnixTime } from '../../unix-time.ts'
import { findingValue, must, type PactFinding, should } from '../finding.ts'
import { type ConsumerRequest, namesOf } from '../reading/interaction.ts'
import { finds } from '../reading/matcher.ts'

/** What is wrong with the credentials that a consumer sends (clause 5). */
export function credentialFindings(operation: Operation, request: ConsumerRequest): PactFinding[] {
  const { authentication } = operation
  const leaked = secretFindings(operation, request)
  if (authentication.kind === 'none') return leaked
  const expected = authentication.kind === 'signed' ? signedHeaders(authentication) : [schemeHeader(authentication)]
  return [...expected.flatMap((each) => headerFindings(each, request)), ...leaked]
}

/** Credentials of other operations have nothing to do in a request: none is forbidden, but each is for another address. */
export function foreignFindings(operation: Operation, operations: readonly Operation[], { headers }: ConsumerRequest): PactFinding[] {
  const own = [...credentialHeaders(operation), ...operation.parameters.map(({ name }) => name)].map((name) => name.toLowerCase())
  const foreign = new Set(operations.flatMap(credentialHeaders).map((name) => name.toLowerCase()))
  const sent = namesOf(headers).filter((name) => foreign.has(name.toLowerCase()) && !own.includes(name.toLowerCase()))
  return sent.map((name) => should(`request header ${name}`, 'no credential of another operation', 'one of them'))
}

interface ExpectedHeader {
  readonly name: string
  readonly expected: string
  readonly isRight: (value: string) => boolean
}

function schemeHeader({ header, scheme }: SchemeCredential): ExpectedHeader {
  const prefix = credentialText(scheme, '')
  return {
    name: header,
    expected: `${prefix}<credential>`,
    isRight: (value) => value.startsWith(prefix) && isCredential(value.slice(prefix.length)),
  }
}

/** Without a space, without quotes around it, without a name of its own before it, as `token=…` has one, and no word for no value. */
function isCredential(text: string): boolean {
  return isKey(text) && !/^(?:\w+="?[^="]|(["']).*\1$)/.test(text)
}

function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text) && !isNoValue(text)
}

function signedHeaders({ key, timestamp, signature }: SignedHeaders): ExpectedHeader[] {
  const { construction } = signature
  const pattern = new RegExp(`^${signaturePattern(construction)}$`)
  return [
    { name: key.header, expected: "the merchant's key", isRight: isKey },
    {
      name: timestamp.header,
      expected: `an integer number of ${timestamp.unit} since the Unix epoch`,
      isRight: (value: string) => isUnixTime(value, timestamp.unit),
    },
    { name: signature.header, expected: signatureWords(construction), isRight: (value) => pattern.test(value) },
  ]
}

function signatureWords(construction: Construction): string {
  const { encoding } = construction
  const digits = /\{(\d+)\}/.exec(signaturePattern(construction))?.[1]
  return encoding === 'hex' ? `${digits} digits of lower-case hexadecimal` : `a signature in ${encoding}`
}

function headerFindings({ name, expected, isRight }: ExpectedHeader, request: ConsumerRequest): PactFinding[] {
  const at = placeNamed(name).in === 'header' ? `request header ${name}` : `request: ${placeWords(name)}`
  const values = valuesUnder(request, name)
  if (values.length === 0) return [must(at, expected, absent)]
  if (values.length > 1) return [must(at, `${expected}, once`, `${values.length} values`)]
  const [value = ''] = values
  if (!isRight(value)) return [must(at, expected, findingValue(value))]
  if (value.includes(',')) return [should(at, `${expected}, without a comma: it parts the values of a header`, findingValue(value))]
  return unmatched(name, value, request).map((regex) => must(at, expected, `a rule that the example does not match: ${regex}`))
}

/** What a header's rules seek in a text, and its own example does not have: what is sent is then something else. */
function unmatched(name: string, value: string, { rules }: ConsumerRequest): string[] {
  const own = rules.filter(({ part, path }) => part === 'header' && path[0]?.toLowerCase() === name.toLowerCase())
  const matchers = own.flatMap((rule) => rule.matchers).filter((matcher) => finds(matcher, value) === false)
  return matchers.map((matcher) => asText(matcher['regex'] ?? matcher['value'] ?? matcher['match']))
}

/** The secret key is never sent (clause 5.1): no part of a request may be named for it, nor for what is signed and stands nowhere. */
function secretFindings(operation: Operation, { headers, query, body }: ConsumerRequest): PactFinding[] {
  const fields = typeof body.value === 'object' && body.value !== null ? Object.keys(body.value) : []
  const places = [
    ...namesOf(headers).map((name) => [`request header ${name}`, name] as const),
    ...namesOf(query).map((name) => [`request query ${name}`, name] as const),
    ...fields.map((name) => [`request body /${name}`, name] as const),
  ]
  const unplaced = signedParts(operation).flatMap(({ name, setting }) => (setting === undefined ? [] : [lettersOf(name)]))
  const known = new Set(operation.parameters.map(({ name }) => lettersOf(name)))
  return places.flatMap(([at, name]): PactFinding[] => {
    if (/secret|private.?key|signing.?key/i.test(name))
      return [must(at, 'the secret key is never sent', 'something that is named for a secret')]
    const part = known.has(lettersOf(name)) ? undefined : unplaced.find((each) => lettersOf(name).includes(each))
    return part === undefined ? [] : [must(at, 'nothing: how it travels is not shown', 'a part of the signature')]
  })
}
