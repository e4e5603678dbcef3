import { pointerSteps } from '../text/json/pointer.ts'

/** How a signature is made: HMAC with `hash`, keyed with `key`, over `parts` joined by `separator`. */
export interface Construction {
  readonly hash: string
  readonly encoding: 'hex' | 'base64' | 'base64url'
  readonly key: string
  /** The clause that speaks of the key, if it is not that of the signature. */
  readonly keyClause?: string
  readonly separator: string
  readonly parts: readonly SignedPart[]
}

/** One part of the canonical string, and where its value stands: a header, a setting or a field of the body. */
export interface SignedPart {
  readonly name: string
  readonly kind?: 'decimal' | 'symbol' | 'address'
  /** The field is no string: the text that JSON has for it is signed. */
  readonly json?: true
  /** It is the timestamp, in this unit. */
  readonly unit?: 'milliseconds' | 'seconds'
  readonly header?: string
  readonly setting?: string
  readonly body?: string
}

/** The names of the parts in their order, and what stands between them. */
export function partsInWords({ parts, separator }: Construction): string {
  const names = parts.map(({ name }) => name).join(', ')
  return `${names} with ${separator === '' ? 'nothing' : JSON.stringify(separator)} between them`
}

/** What a signature is, in words that a signer can be written from. */
export function signatureInWords(construction: Construction): string {
  const { hash, encoding } = construction
  return `HMAC ${hash} over ${partsInWords(construction)}, in ${encoding === 'hex' ? 'lower-case hexadecimal' : encoding}`
}

export interface SignedTime {
  readonly header: string
  readonly unit: 'milliseconds' | 'seconds'
  readonly clause: string
  /** How old it may be, in seconds; open where it is left out. */
  readonly skew?: number
  /** What comes of an accepted request that is sent again; open where it is left out. */
  readonly replay?: 'refused'
}

/** The part that stands in a header; undefined where none does. */
export function partInHeader({ parts }: Construction, header: string): SignedPart | undefined {
  return parts.find((part) => part.header === header)
}

/** The field of the body in which a part stands, itself or within it; undefined for a part that is no field. */
export function fieldOfPart(part: SignedPart): string | undefined {
  return stepsOf(part)[0]
}

export function isWholeField(part: SignedPart): boolean {
  return stepsOf(part).length === 1
}

export function isTextField(part: SignedPart): boolean {
  return isWholeField(part) && part.json !== true
}

export function isField(part: SignedPart, name: string): boolean {
  return isWholeField(part) && fieldOfPart(part) === name
}

function stepsOf({ body }: SignedPart): readonly string[] {
  return body === undefined ? [] : pointerSteps(body)
}
