import type { AskedFor } from './asked-for.ts'
import type { Construction, SignedTime } from './construction.ts'
import type { SchemeCredential } from './credential-place.ts'

/** All that a run needs to know about the service, which `derive` makes of the document. It is plain JSON, so that a run parses no YAML. */
export interface Contract {
  readonly spec: { readonly title: string; readonly version: string; readonly sha256: string; readonly overlays: readonly AppliedOverlay[] }
  readonly bases: readonly string[]
  readonly settings: readonly SettingDeclaration[]
  readonly clauses: Readonly<Record<string, string>>
  readonly operations: readonly Operation[]
  readonly callbacks: readonly Callback[]
  readonly requirements: readonly Requirement[]
  readonly openPoints: readonly OpenPoint[]
  readonly namedOnly: readonly NamedOnly[]
}

/** An overlay that changed the document before anything was derived from it. */
export interface AppliedOverlay {
  readonly title: string
  readonly sha256: string
}

/** A value that a run needs to call a target, such as a credential; `env` is the environment variable that holds it. */
export interface SettingDeclaration {
  readonly name: string
  readonly env: string
  readonly secret: boolean
  readonly description: string
}

/** How serious a departure is: one from a MUST fails a target, one from a SHOULD warns. */
export type Level = 'MUST' | 'SHOULD'

/** One sentence that the document, or the structure of an operation, obliges one side to. */
export interface Requirement {
  readonly id: string
  readonly level: Level
  readonly clause: string
  readonly text: string
  readonly binds: 'provider' | 'consumer'
  readonly operation?: string
  /** Why no test can reach it. */
  readonly untestable?: string
  /** The requirements (`*` stands for anything) whose checks judge this one too. */
  readonly judgedBy?: string
  /** Where tests find the statement in the source. */
  readonly anchor?: string
}

/** A point that the source leaves open, or shows only in an example. */
export interface OpenPoint {
  readonly id: string
  readonly clause: string
  readonly text: string
  readonly kind: 'not shown' | 'example'
  readonly operation?: string
  /** The names of the observations about it, `*` for anything. */
  readonly observedBy?: readonly string[]
  /** Why no target can be asked about it. */
  readonly unobservable?: string
  readonly anchor?: string
}

/** An operation or area that the source only names. */
export interface NamedOnly {
  readonly clause: string
  readonly area: string
  readonly name: string
  readonly method?: string
}

/** An operation of the document: its requests, its success, and what else is stated about it. */
export interface Operation {
  readonly id: string
  readonly summary: string
  readonly clause: string
  readonly base: string
  readonly method: string
  readonly path: string
  readonly movesMoney: boolean
  /** True if it moves money but its body lacks some of the configured values of a withdrawal, so that it is only sent to this machine. */
  readonly unguarded?: true
  readonly parameters: readonly Parameter[]
  readonly body?: RequestBody
  readonly authentication: Authentication
  readonly success: Success
  readonly payload: Payload
  readonly pagination?: Pagination
  readonly unique: readonly Unique[]
  /** Which inputs choose the records in the answer, if the document says so. */
  readonly askedFor?: readonly AskedFor[]
  readonly bounds: readonly InputBound[]
  readonly refusals: Refusals
}

/** A request that the service sends to a merchant, and the operation that the merchant calls after it. */
export interface Callback {
  readonly id: string
  readonly summary: string
  readonly method: string
  readonly clause: string
  readonly followedBy: string
  /** The clauses that state each of its requirements. */
  readonly statedIn: { readonly method: string; readonly json: string; readonly followed: string }
}

/** A bound that the document sets for an input: a request that violates it has to be refused. */
export interface InputBound {
  readonly input: string
  readonly keyword: string
  /** A value that violates it; undefined if the input has to be left out for that. */
  readonly value?: unknown
  /** How such a request is wrong, in words that complete "a request whose <input> …". */
  readonly words: string
}

/** What refusals look like, if the document says so. A status is a number such as `401`, `4XX`, or `default` for any but the success. */
export interface Refusals {
  /** The statuses with which wrong credentials are refused; none if that is open. */
  readonly credentials: readonly string[]
  /** The statuses with which wrong inputs are refused; none if that is open. */
  readonly inputs: readonly string[]
  readonly forms: readonly RefusalForm[]
}

/** The media type and body that the refusals of some statuses have in common. */
export interface RefusalForm {
  /** The beginning of the ids of its requirements: `refusal`, or `refusal.<status>`. */
  readonly id: string
  readonly statuses: readonly string[]
  readonly mediaType?: string
  readonly schema?: Schema
  readonly fields: readonly Field[]
  readonly example?: unknown
}

/** A parameter of an operation's requests, outside their body. */
export interface Parameter extends RequestField {
  readonly in: 'query' | 'header' | 'path'
}

/** The body that an operation takes, with its fields as inputs. */
export interface RequestBody {
  readonly mediaType: string
  readonly required: boolean
  readonly schema: Schema
  readonly fields: readonly RequestField[]
  readonly example?: unknown
}

/** One field of a request's body: an input, and where its ordinary value comes from. */
export interface RequestField {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
  readonly value: ValueSource
}

/** Where the ordinary value of an input comes from: a setting of the target, or the document itself. */
export type ValueSource = { readonly setting: string } | { readonly value: unknown }

/** How requests of an operation prove who sent them. */
export type Authentication = { readonly kind: 'none' } | SchemeCredential | SignedHeaders

/** The headers of a signed request, and how the signature in one of them is made. */
export interface SignedHeaders {
  readonly kind: 'signed'
  readonly clause: string
  readonly key: { readonly header: string; readonly setting: string; readonly clause: string }
  readonly timestamp: SignedTime
  readonly signature: { readonly header: string; readonly clause: string; readonly construction: Construction }
}

/** The answer to a right request: its status, its body as a schema, and each field with what is stated about it. */
export interface Success {
  readonly status: number
  /** Absent if a success has no body. */
  readonly mediaType?: string
  readonly schema: Schema
  readonly fields: readonly Field[]
  readonly example?: unknown
  readonly examples: readonly Example[]
}

/** An answer of the document under a name. */
export interface Example {
  readonly name: string
  readonly summary: string
  readonly value: unknown
}

/** One field of a response, at `path` (`*` stands for an array's elements), and what the source states about it. */
export interface Field {
  readonly path: readonly string[]
  readonly requirement: string
  readonly expected: string
  readonly clause: string
  readonly schema: Schema
}

/** Where a success carries its payload and a record of it, as JSON pointers. An answer that holds a record counts as accepted. */
export interface Payload {
  readonly envelope: string
  readonly record: string
  /** The properties by which a record is recognised. */
  readonly known: readonly string[]
  /** How many of these a value needs to count as a record. */
  readonly least: number
}

/** Where requests and responses of a paged list have its numbers, as JSON pointers. */
export interface Pagination {
  readonly clause: string
  readonly page: { readonly request: string; readonly response: string; readonly first: number }
  readonly size: { readonly request: string; readonly response: string }
  readonly total: string
  readonly records: string
  /** What identifies a record; by default two records are the same if all of their values are. */
  readonly identity?: string
  readonly filter?: { readonly request: string; readonly record: string; readonly clause: string }
}

/** A value that no two answers (`across`), or no two elements of one list (`within`), may have in common. */
export interface Unique {
  readonly scope: 'across' | 'within'
  readonly at: string
  readonly by?: string
  readonly clause: string
  readonly text: string
}

/** A JSON Schema 2020-12 with its references resolved. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly description?: string
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly [keyword: string]: unknown
}
