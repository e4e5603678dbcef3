export type FormatCheck = (value: string) => boolean

/** A way in which services break a format: what it is called, and how it makes a right text a wrong one. */
type Breakage = readonly [id: string, spoil: (value: string) => string]

export interface Format {
  readonly name: string
  /** What it is called where something else was found. */
  readonly words: string
  /** Left out if ajv-formats judges it. */
  readonly isValid?: FormatCheck
  /** A regular expression for the whole text, in what all dialects share, for tools that do not know the format. It may accept more. */
  readonly pattern?: string
  readonly sample: string
  readonly faults: readonly Breakage[]
  /** The shortest that it allows, and a long one with what is rare in it. */
  readonly extremes?: { readonly least: string; readonly most: string }
}

/** A format that is no standard one, so that everything about it stands here. */
export type OwnFormat = Required<Format>

export const emptyText: Breakage = ['empty-text', () => '']
