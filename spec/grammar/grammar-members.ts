/**
 * What stands under a member: one part of a kind, a list or a map of such parts, a value of a sort (grammar-values.ts), or anything.
 */
type Within = string

export type Members = Readonly<Record<string, Within>>

/** A part of the document: its members, and those that it cannot do without. */
interface Kind {
  readonly members: Members
  readonly needs?: readonly string[]
}

/** The extensions of the document that may stand at any part; others are members of the parts at which they are read. */
export const extensions: Members = {
  ...each('label', 'x-clause'),
  'x-anchor': 'text',
  'x-requirements': 'list requirement',
  'x-open': 'list openPoint',
}

const ownKinds: Readonly<Record<string, Kind>> = {
  requirement: {
    members: {
      id: 'id',
      ...each('words', 'text untestable judged-by'),
      anchor: 'text',
      clause: 'label',
      level: 'among MUST SHOULD',
      binds: 'among provider consumer',
    },
    needs: ['id', 'clause', 'text'],
  },
  openPoint: {
    members: { id: 'id', ...each('words', 'text unobservable'), ...each('text', 'anchor kind'), clause: 'label', 'observed-by': 'texts' },
    needs: ['id', 'clause', 'text'],
  },
  setting: { members: { secret: 'truth', description: 'text' } },
  payload: { members: { envelope: 'pointer', record: 'pointer', marker: 'text' } },
  pagination: {
    members: { ...each('pointer', 'total records identity'), clause: 'label', page: 'one paged', size: 'one paged', filter: 'one filter' },
    needs: ['page', 'size', 'total', 'records'],
  },
  paged: { members: { request: 'pointer', response: 'pointer', first: 'count' }, needs: ['request', 'response'] },
  filter: { members: { request: 'pointer', record: 'pointer', clause: 'label' }, needs: ['request', 'record'] },
  uniqueAcross: { members: { at: 'pointer', clause: 'label', text: 'text' }, needs: ['at'] },
  uniqueWithin: { members: { by: 'pointer', clause: 'label', text: 'text' } },
  askedFor: { members: { ...each('text', 'input text'), answered: 'pointer', clause: 'label' }, needs: ['input', 'answered'] },
  timestamp: { members: { unit: 'among milliseconds seconds', skew: 'seconds', replay: 'among refused' } },
  signature: {
    members: {
      ...each('text', 'hash separator'),
      key: 'identifier',
      algorithm: 'among hmac',
      encoding: 'among hex base64 base64url',
      'key-clause': 'label',
      parts: 'list part',
    },
    needs: ['key', 'parts'],
  },
  part: { members: { ...each('text', 'name header kind'), setting: 'identifier', body: 'pointer' }, needs: ['name'] },
}

/** The ways to read schemas that are one to us. */
const dialect =
  'among https://spec.openapis.org/oas/3.1/dialect/base https://spec.openapis.org/oas/3.1/dialect/2024-11-10 https://json-schema.org/draft/2020-12/schema'

const schemaMembers: Members = {
  ...each('count', 'minLength maxLength minProperties maxProperties minItems maxItems minContains maxContains'),
  ...each('number', 'minimum maximum exclusiveMinimum exclusiveMaximum'),
  multipleOf: 'positive',
  ...each('truth', 'uniqueItems nullable deprecated readOnly writeOnly'),
  ...each('pattern', 'pattern'),
  ...each('text', 'format title description $id $anchor $comment'),
  $schema: dialect,
  ...each('any', 'const default example externalDocs'),
  ...each('idle', 'discriminator xml'),
  dependentRequired: 'dependents',
  ...each('list', 'enum examples'),
  type: 'types',
  required: 'texts',
  ...each('one schema', 'items contains additionalProperties propertyNames not if then else unevaluatedItems unevaluatedProperties'),
  'x-setting': 'identifier',
  'x-sends': 'any',
  'x-case': 'among upper lower',
  'x-unique': 'one uniqueWithin',
  ...each('map schema', 'properties patternProperties dependentSchemas $defs'),
  ...each('list schema', 'allOf anyOf oneOf prefixItems'),
}

/** The keywords of a schema under which schemas stand in this way: `one`, or a `map` or `list` of them. */
export function keywordsHolding(how: 'one' | 'map' | 'list'): readonly string[] {
  return Object.keys(schemaMembers).filter((name) => schemaMembers[name] === `${how} schema`)
}

/** The parts of OpenAPI 3.1 of which something is read, and those of the extensions. */
export const kinds: Readonly<Record<string, Kind>> = {
  ...ownKinds,
  document: {
    members: {
      ...each('any', 'tags externalDocs x-named-only x-clauses'),
      'x-settings': 'map setting',
      openapi: 'among 3.1.0 3.1.1 3.1.2',
      jsonSchemaDialect: dialect,
      security: 'list security',
      info: 'one info',
      servers: 'list server',
      paths: 'map pathItem',
      webhooks: 'map pathItem',
      components: 'one components',
    },
    needs: ['openapi', 'info'],
  },
  info: { members: each('any', 'title summary description termsOfService contact license version'), needs: ['title', 'version'] },
  server: { members: { url: 'address', description: 'text', variables: 'any', 'x-base': 'identifier' }, needs: ['url'] },
  components: {
    members: {
      ...each('any', 'examples links callbacks'),
      schemas: 'map schema',
      responses: 'map response',
      parameters: 'map parameter',
      requestBodies: 'map requestBody',
      headers: 'map header',
      securitySchemes: 'map securityScheme',
      pathItems: 'map pathItem',
    },
  },
  pathItem: {
    members: {
      ...each('text', 'summary description'),
      servers: 'list server',
      parameters: 'list parameter',
      ...each('one operation', 'get put post delete options head patch'),
    },
  },
  operation: {
    members: {
      externalDocs: 'any',
      tags: 'texts',
      ...each('text', 'summary description'),
      operationId: 'identifier',
      deprecated: 'truth',
      security: 'list security',
      servers: 'list server',
      parameters: 'list parameter',
      requestBody: 'one requestBody',
      responses: 'responses response',
      'x-payload': 'one payload',
      'x-pagination': 'one pagination',
      'x-unique': 'one uniqueAcross',
      'x-asked-for': 'list askedFor',
      'x-money': 'truth',
      'x-followed-by': 'text',
      'x-stated-in': 'any',
    },
  },
  parameter: {
    members: {
      ...each('any', 'example examples'),
      name: 'words',
      description: 'text',
      style: 'among form simple',
      ...each('truth', 'explode deprecated'),
      ...each('unread', 'allowReserved allowEmptyValue'),
      in: 'among query header path cookie',
      required: 'truth',
      schema: 'one schema',
      content: 'content mediaType',
      'x-setting': 'identifier',
    },
    needs: ['name', 'in', 'schema|content'],
  },
  requestBody: { members: { description: 'text', required: 'truth', content: 'content mediaType' }, needs: ['content'] },
  mediaType: { members: { ...each('any', 'example examples encoding'), schema: 'one schema' } },
  response: { members: { description: 'text', links: 'any', headers: 'map header', content: 'content mediaType' } },
  header: {
    members: {
      ...each('any', 'description deprecated style explode example examples'),
      required: 'unasked',
      schema: 'one schema',
      content: 'map mediaType',
    },
  },
  securityScheme: {
    members: {
      ...each('any', 'description bearerFormat flows openIdConnectUrl'),
      type: 'among apiKey http oauth2 openIdConnect mutualTLS',
      name: 'token',
      in: 'among header query cookie',
      scheme: 'token',
      'x-setting': 'identifier',
      'x-timestamp': 'one timestamp',
      'x-signature': 'one signature',
    },
    needs: ['type'],
  },
  schema: { members: schemaMembers },
}

function each(within: Within, names: string): Members {
  return Object.fromEntries(names.split(' ').map((name) => [name, within]))
}
