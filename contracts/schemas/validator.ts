/** Validates what stands at `path` of a success, in which `*` is any element of an array. */
export interface PartValidator {
  readonly path: readonly string[]
  readonly validate: Validate
}

/** Tells whether a value conforms; what is wrong with the last value stands in `errors`. */
export interface Validate {
  (data: unknown): boolean
  errors?: readonly SchemaError[] | null
}

/** One violation, as ajv reports it: where, of which keyword, and what the keyword asked for. */
export interface SchemaError {
  readonly instancePath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}

/** What validates a success, by the operation's id, and a form of its refusals, by `<operation>.<form>`: the whole body before its parts. */
export type Validators = ReadonlyMap<string, readonly PartValidator[]>
