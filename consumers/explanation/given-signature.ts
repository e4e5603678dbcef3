import type { SigningInput } from '../../contracts/signing.ts'
import { asText } from '../../text/json/as-text.ts'
import type { SignerAnswer } from '../vectors/signer-answers.ts'

export type Input = SigningInput & {
  /** Bodies as a signer may write them of what it is given; without them, the body as it was sent and those of the parts. */
  readonly bodies?: readonly string[]
}

export interface Signed {
  readonly input: Input
  readonly answer: SignerAnswer
}

/** What explains a wrong signature, in words that complete "it signs …"; `mistake` if it is in the catalogue. */
export interface Explanation {
  readonly mistake?: string
  readonly title: string
  /** It says how the signature is written; what is signed is not known. */
  readonly isOfForm?: true
}

/** A part, a field of the body or the secret by its name; empty if it is not there. */
export function valueNamed({ values, secret, bodies = [] }: Input, name: string): string {
  if (name === 'secret') return secret
  const known = values[name]
  if (known !== undefined) return known
  const found = bodies.map((body) => (JSON.parse(body) as Readonly<Record<string, unknown>>)[name]).find((value) => value !== undefined)
  return found === undefined ? '' : asText(found)
}

export function alikeBut(name: string, signed: readonly Signed[]): Signed[][] {
  const besides = ({ input: { values, secret } }: Signed) =>
    JSON.stringify(Object.entries({ ...values, secret }).filter(([other]) => other !== name))
  return [...Map.groupBy(signed, besides).values()]
}

export function fieldsOfFullest({ bodies = [] }: Input): readonly (readonly [name: string, value: string])[] {
  const all = bodies.map((body) => Object.entries(JSON.parse(body) as Readonly<Record<string, unknown>>))
  const fullest = all.reduce((most, each) => (each.length > most.length ? each : most), [])
  return fullest.map(([name, value]) => [name, asText(value)])
}

export interface Endpoint {
  readonly method: string
  readonly path: string
}
