/** Another way to write a value. */
export interface Spelling {
  readonly id: string
  /** In words that finish "it signs the part …". */
  readonly title: string
  readonly spell: (value: string) => string
  /** The same in other languages. */
  readonly otherwise?: readonly ((value: string) => string)[]
  /** The mistake's whole id, where it is not made of the part's name. */
  readonly wholeId?: string
}
