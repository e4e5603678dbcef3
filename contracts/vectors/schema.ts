import type { Construction } from '../construction.ts'

export function vectorSchema({ parts, encoding }: Construction): object {
  const text = { type: 'string' }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $comment: 'Generated from spec/openapi.yaml by `npm run generate`; do not edit.',
    title: 'Signature vectors',
    ...closed({
      $schema: text,
      algorithm: text,
      header: { type: 'array', items: text },
      numberOfTests: { type: 'integer', minimum: 1 },
      notes: { type: 'object', additionalProperties: closed({ bugType: text, description: text }) },
      testGroups: { type: 'array', minItems: 1, items: { $ref: '#/$defs/group' } },
    }),
    $defs: {
      group: closed({
        type: { const: 'RequestSignature' },
        comment: text,
        construction: closed({
          hash: text,
          encoding: { const: encoding },
          separator: text,
          parts: { const: parts.map(({ name }) => name) },
        }),
        tests: { type: 'array', minItems: 1, items: { $ref: '#/$defs/test' } },
      }),
      test: test(parts.map(({ name }) => name)),
    },
  }
}

function test(parts: readonly string[]): object {
  const text = { type: 'string' }
  const described = (description: string) => ({ type: 'string', description })
  return {
    ...closed(
      {
        tcId: { type: 'integer', minimum: 1, description: 'Stable, unique and never given to another test.' },
        comment: text,
        flags: { type: 'array', minItems: 1, uniqueItems: true, items: text, description: 'Each is explained in notes.' },
        ...Object.fromEntries(parts.map((name) => [name, described('A part of what is signed.')])),
        secret: described('The key: its UTF-8 bytes.'),
        body: described('The body as it is sent, where a mistake signs it.'),
        canonicalString: described('The text that is rightly signed.'),
        canonicalBytes: { type: 'string', pattern: '^([0-9a-f]{2})*$', description: 'Its UTF-8 bytes in hexadecimal.' },
        signature: text,
        result: { enum: ['valid', 'invalid'] },
        mistake: described('Of an invalid test: the mistake that makes its signature.'),
      },
      ['body', 'mistake'],
    ),
    if: { properties: { result: { const: 'invalid' } } },
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: { required: ['mistake'] },
    else: { properties: { mistake: false } },
  }
}

function closed(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', required, properties, additionalProperties: false }
}
