/** What a file of Pact's specification 4 may hold as far as ours need it; anything else is refused. Written from the specification's text. */
export const pactSchema = {
  $defs: {
    names: object({ name: { type: 'string', minLength: 1 } }),
    texts: { type: 'object', additionalProperties: { type: 'array', minItems: 1, items: { type: 'string' } } },
    body: object({ content: {}, contentType: { type: 'string' }, encoded: { const: false } }),
    matcher: {
      oneOf: [
        object({ match: { enum: ['number', 'null', 'equality'] } }),
        object({ match: { const: 'regex' }, regex: { type: 'string', minLength: 1 } }),
        object({ match: { const: 'type' }, min: { type: 'integer', minimum: 0 } }, ['match']),
      ],
    },
    rule: object({ combine: { enum: ['AND', 'OR'] }, matchers: { type: 'array', minItems: 1, items: { $ref: '#/$defs/matcher' } } }),
    bodyRules: { type: 'object', propertyNames: { pattern: '^\\$' }, additionalProperties: { $ref: '#/$defs/rule' } },
    namedRules: { type: 'object', propertyNames: { pattern: '^[A-Za-z]' }, additionalProperties: { $ref: '#/$defs/rule' } },
    rules: object(
      { body: { $ref: '#/$defs/bodyRules' }, header: { $ref: '#/$defs/namedRules' }, query: { $ref: '#/$defs/namedRules' } },
      [],
    ),
    state: object({ name: { type: 'string', minLength: 1 }, params: { type: 'object' } }),
    request: object(
      {
        method: { enum: ['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'] },
        path: { type: 'string', pattern: '^/' },
        query: { $ref: '#/$defs/texts' },
        headers: { $ref: '#/$defs/texts' },
        body: { $ref: '#/$defs/body' },
        matchingRules: { $ref: '#/$defs/rules' },
      },
      ['method', 'path', 'headers'],
    ),
    response: object({
      status: { type: 'integer', minimum: 100, maximum: 599 },
      headers: { $ref: '#/$defs/texts' },
      body: { $ref: '#/$defs/body' },
      matchingRules: { $ref: '#/$defs/rules' },
    }),
    interaction: object({
      type: { const: 'Synchronous/HTTP' },
      key: { type: 'string', minLength: 1 },
      description: { type: 'string', minLength: 1 },
      pending: { type: 'boolean' },
      comments: object({ references: object({ OpenAPI: object({ operationId: { type: 'string' } }) }) }),
      providerStates: { type: 'array', items: { $ref: '#/$defs/state' } },
      request: { $ref: '#/$defs/request' },
      response: { $ref: '#/$defs/response' },
    }),
  },
  ...object({
    consumer: { $ref: '#/$defs/names' },
    provider: { $ref: '#/$defs/names' },
    interactions: { type: 'array', minItems: 1, items: { $ref: '#/$defs/interaction' } },
    metadata: object({ pactSpecification: object({ version: { const: '4.0' } }) }),
  }),
}

function object(properties: Readonly<Record<string, unknown>>, required: readonly string[] = Object.keys(properties)) {
  return { type: 'object', properties, required, additionalProperties: false }
}
