import { emptyText, type Format } from './format.ts'

/** Formats of JSON Schema and OpenAPI that only overlays use. ajv-formats judges them. */
export const standardFormats: readonly Format[] = [
  {
    name: 'uri',
    words: 'absolute URI',
    sample: 'https://reference.example/',
    faults: [['relative-uri', (value) => value.replace(/^\w+:\/\/[^/]*\/?/, '/')], ['uri-with-space', (value) => `${value}a b`], emptyText],
  },
  {
    name: 'date-time',
    words: 'date and time (RFC 3339)',
    sample: '2024-02-29T12:00:00Z',
    faults: [
      ['date-alone', (value) => value.slice(0, 10)],
      ['time-without-zone', (value) => value.slice(0, 19)],
      ['seconds-of-epoch', () => '1700000000'],
      emptyText,
    ],
  },
  {
    name: 'uuid',
    words: 'UUID',
    sample: '4f0c2b1a-0000-4000-8000-000000000001',
    faults: [['uuid-cut-short', (value) => value.slice(0, -1)], ['uuid-with-other-letter', (value) => `${value.slice(0, -1)}g`], emptyText],
  },
  {
    name: 'email',
    words: 'e-mail address',
    sample: 'someone@reference.example',
    faults: [['email-without-at', (value) => value.replace('@', '.')], emptyText],
  },
  bare('idn-email', 'someone@reference.example'),
  bare('time', '12:00:00Z'),
  bare('duration', 'PT1H'),
  bare('hostname', 'reference.example'),
  bare('ipv4', '192.0.2.1'),
  bare('ipv6', '2001:db8::1'),
  bare('uri-reference', '/reference'),
  bare('iri', 'https://reference.example/'),
  bare('byte', 'YXNzYXk='),
  bare('regex', '^a$'),
  bare('json-pointer', '/reference'),
]

function bare(name: string, sample: string): Format {
  return { name, words: `string in the format ${name}`, sample, faults: [] }
}
