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
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string
}

/** By the id of an operation what validates its success, and by `<operation>.<form>` what validates a form of its refusals; the whole of a body comes before its parts. */
export type Validators = ReadonlyMap<string, readonly PartValidator[]>
