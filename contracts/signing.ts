import { valueAtPointer } from '../text/json/pointer.ts'
import type { Construction, SignedPart } from './construction.ts'
import { hmac } from './hashing.ts'

/** What a signature is made of: the value of each part by name, the secret, and the body as it is sent, where there is one. */
export interface SigningInput {
  readonly values: Readonly<Record<string, string>>
  readonly secret: string
  readonly body?: string
}

/** Where the values of the parts come from: the headers of a request, the settings of its sender, and its body. */
export interface PartSources {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly settings: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A part of the signature has no value; the message names it and where it was looked for. */
export class MissingPartError extends Error {}

/** What is made of the parts of a signature; undefined where one of them has no value. */
export function unlessMissing<Made>(make: () => Made): Made | undefined {
  try {
    return make()
  } catch (cause) {
    if (cause instanceof MissingPartError) return undefined
    throw cause
  }
}

/** The text that is signed: the values of all parts in their order. @throws {MissingPartError} when one has no value. */
export function canonicalString(construction: Construction, values: Readonly<Record<string, string>>): string {
  return construction.parts.map(({ name }) => partValue(values, name)).join(construction.separator)
}

/** The signature over the canonical string, keyed with the secret's UTF-8 bytes, in the declared encoding (RFC 2104). */
export function sign(construction: Construction, { values, secret }: SigningInput): string {
  const text = canonicalString(construction, values)
  return hmac(construction.hash, secret, text).toString(construction.encoding)
}

/** Gathers the value of each part from the headers, settings and body of a request. @throws {MissingPartError} */
export function partValues(construction: Construction, sources: PartSources): Record<string, string> {
  return Object.fromEntries(construction.parts.map((part) => [part.name, sourceValue(part, sources)]))
}

function sourceValue({ name, header, setting, body, json }: SignedPart, sources: PartSources): string {
  const value = header ? sources.headers[header] : setting ? sources.settings[setting] : valueAtPointer(sources.body, body ?? `/${name}`)
  if (typeof value === 'string') return value
  if (json && value !== undefined) return JSON.stringify(value)
  throw new MissingPartError(`${name} is part of the signature, but there is no string at ${header ?? setting ?? body}.`)
}

/** The value of a part by its name. @throws {MissingPartError} */
export function partValue(values: SigningInput['values'], name: string): string {
  const value = values[name]
  if (value === undefined) throw new MissingPartError(`${name} is part of the signature and has no value.`)
  return value
}

export function withPart<Input extends SigningInput>(input: Input, name: string, value: string): Input {
  return { ...input, values: { ...input.values, [name]: value } }
}
