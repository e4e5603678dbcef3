import { distance } from './distance.ts'
import { isNode, type Node } from './document.ts'
import { pointerStep } from './pointer.ts'

/** Something in a document that nothing reads: where it stands, and what is read there. */
export interface Misunderstood {
  /** A JSON pointer. */
  readonly at: string
  readonly message: string
}

/** The members of the document's own extensions beside those of OpenAPI 3.1, all read by contracts. */
const extensions = [
  ...['clause', 'anchor', 'requirements', 'open', 'named-only', 'settings', 'setting', 'sends', 'base', 'clauses', 'payload', 'pagination'],
  ...['unique', 'case', 'money', 'timestamp', 'signature', 'followed-by', 'stated-in'],
].map((name) => `x-${name}`)

type Kind = keyof typeof kinds

/** What stands under a member: a part of a kind, a list or a map of such parts, or anything. */
type Within = `one ${string}` | `list ${string}` | `map ${string}` | 'any'

type Members = Readonly<Record<string, Within>>

const schemaMembers: Members = {
  ...any('type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required'),
  ...any('minProperties maxProperties dependentRequired minItems maxItems uniqueItems minContains maxContains nullable'),
  ...any('title description default examples example deprecated readOnly writeOnly contentEncoding contentMediaType'),
  ...any('discriminator xml externalDocs $id $anchor $comment $dynamicRef $dynamicAnchor $schema'),
  ...each(
    'one schema',
    'items contains additionalProperties propertyNames not if then else unevaluatedItems unevaluatedProperties contentSchema',
  ),
  ...each('map schema', 'properties patternProperties dependentSchemas $defs'),
  ...each('list schema', 'allOf anyOf oneOf prefixItems'),
}

const kinds = {
  document: {
    ...any('openapi security tags externalDocs jsonSchemaDialect'),
    info: 'one info',
    servers: 'list server',
    paths: 'map pathItem',
    webhooks: 'map pathItem',
    components: 'one components',
  },
  info: any('title summary description termsOfService contact license version'),
  server: any('url description variables'),
  components: {
    ...any('examples links callbacks'),
    schemas: 'map schema',
    responses: 'map response',
    parameters: 'map parameter',
    requestBodies: 'map requestBody',
    headers: 'map header',
    securitySchemes: 'map securityScheme',
    pathItems: 'map pathItem',
  },
  pathItem: {
    ...any('summary description'),
    servers: 'list server',
    parameters: 'list parameter',
    ...each('one operation', 'get put post delete options head patch trace'),
  },
  operation: {
    ...any('tags summary description externalDocs operationId callbacks deprecated security'),
    servers: 'list server',
    parameters: 'list parameter',
    requestBody: 'one requestBody',
    responses: 'map response',
  },
  parameter: {
    ...any('name in description required deprecated allowEmptyValue style explode allowReserved example examples'),
    schema: 'one schema',
    content: 'map mediaType',
  },
  requestBody: { ...any('description required'), content: 'map mediaType' },
  mediaType: { ...any('example examples encoding'), schema: 'one schema' },
  response: { ...any('description links'), headers: 'map header', content: 'map mediaType' },
  header: { ...any('description required deprecated style explode example examples'), schema: 'one schema', content: 'map mediaType' },
  securityScheme: any('type description name in scheme bearerFormat flows openIdConnectUrl'),
  schema: schemaMembers,
} as const satisfies Readonly<Record<string, Members>>

/** Every member of a document that OpenAPI 3.1 does not know and this package does not read: misspelt, it would ask for nothing. */
export function misunderstood(document: Node): Misunderstood[] {
  return within('document', document, '')
}

function within(kind: Kind, part: unknown, at: string): Misunderstood[] {
  if (!isNode(part)) return []
  const members: Members = kinds[kind]
  return Object.entries(part).flatMap(([name, value]) => {
    const place = `${at}/${pointerStep(name)}`
    if (name === '$ref' || extensions.includes(name)) return []
    const inner = Object.hasOwn(members, name) ? members[name] : undefined
    return inner === undefined ? [unknown(name, place, Object.keys(members))] : inside(inner, value, place)
  })
}

function inside(inner: Within, value: unknown, at: string): Misunderstood[] {
  const [how, kind] = inner.split(' ') as [string, Kind]
  if (how === 'any') return []
  if (how === 'one') return within(kind, value, at)
  if (how === 'list') return Array.isArray(value) ? value.flatMap((item, index) => within(kind, item, `${at}/${index}`)) : []
  const slashless =
    at === '/paths' && isNode(value) ? Object.keys(value).filter((path) => !path.startsWith('/') && !path.startsWith('x-')) : []
  return [
    ...slashless.map((path) => ({ at: `${at}/${path}`, message: `a path begins with a slash; expected ${JSON.stringify(`/${path}`)}` })),
    ...Object.entries(isNode(value) ? value : {}).flatMap(([name, item]) => within(kind, item, `${at}/${pointerStep(name)}`)),
  ]
}

function unknown(name: string, at: string, members: readonly string[]): Misunderstood {
  const known = name.startsWith('x-') ? extensions : members
  const near = known.filter((member) => distance(member.toLowerCase(), name.toLowerCase()) <= 2)
  const expected = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `expected one of ${known.join(', ')}.`
  return { at, message: `${JSON.stringify(name)} is not understood; ${expected}` }
}

function any(names: string): Members {
  return each('any', names)
}

function each(within: Within, names: string): Members {
  return Object.fromEntries(names.split(' ').map((name) => [name, within]))
}
