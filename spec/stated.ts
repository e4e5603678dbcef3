import type { OpenAPIV3_1 } from 'openapi-types'

type MembersOf<Part> = Part extends unknown ? keyof Part & string : never

/** A part of the document as it stands: its members are OpenAPI's or extensions, and each may hold anything until it is looked at. */
type Stated<Part> = { readonly [Member in MembersOf<Part>]?: unknown } & { readonly [extension: `x-${string}`]: unknown }

export type StatedScheme = Stated<OpenAPIV3_1.SecuritySchemeObject>

type StatedPath = Stated<OpenAPIV3_1.PathItemObject>

/** What the document says of an operation, and where. */
export interface StatedOperation {
  readonly path: string
  readonly method: string
  readonly item: StatedPath
  readonly stated: Stated<OpenAPIV3_1.OperationObject>
}
