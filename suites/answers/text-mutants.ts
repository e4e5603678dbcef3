import { gzipSync } from 'node:zlib'
import type { Operation } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'

interface Spoilt {
  readonly title: string
  readonly spoil: (body: Buffer) => Buffer
  /** The content coding that is said of it. */
  readonly coding?: string
  /** The check that sees it, unless it is that of JSON. */
  readonly check?: string
}

/** Bodies that are no JSON, and such that not every reader understands alike. */
const spoilt: Readonly<Record<string, Spoilt>> = {
  'json-truncated': text('cut short', (json) => json.slice(0, -2)),
  'json-cut-in-half': text('cut in half', (json) => json.slice(0, Math.ceil(json.length / 2))),
  'json-trailing-comma': text('with a comma before its end', (json) => json.replace(/[}\]]$/, ',$&')),
  'json-single-quotes': text('with single quotes', (json) => json.replaceAll('"', "'")),
  'json-unquoted-keys': text('with bare keys', (json) => json.replace(/"(\w+)":/g, '$1:')),
  'json-comment': text('with a comment', (json) => json.replace(/[}\]]$/, '/* end */$&')),
  'json-callback': text('wrapped in a function call', (json) => `callback(${json})`),
  'json-guard': text('behind a guard against inclusion', (json) => `)]}',\n${json}`),
  'json-twice': text('twice in one body', (json) => `${json}\n${json}`),
  'json-debug-tail': text('with words behind it', (json) => `${json}\n<!-- served by node 3 -->`),
  'json-raw-newline': text('with a raw newline in a text', (json) => withNote(json, '"a\nb"')),
  'json-undefined': text('with undefined in it', (json) => withNote(json, 'undefined')),
  'json-not-a-number': text('with NaN in it', (json) => withNote(json, 'NaN')),
  'json-infinity': text('with Infinity in it', (json) => withNote(json, 'Infinity')),
  'json-leading-zero': text('with a leading zero in a number', (json) => withNote(json, '007')),
  'json-bare-point': text('with a number that begins with its point', (json) => withNote(json, '.5')),
  'json-empty': text('that is empty', () => ''),
  'json-invalid-utf-8': {
    title: 'with bytes that are not UTF-8',
    spoil: (body) => Buffer.from(withNote(body.toString('latin1'), '"\xc3("'), 'latin1'),
  },
  'json-utf-16': { title: 'in UTF-16', spoil: (body) => Buffer.from(`\ufeff${body.toString('utf8')}`, 'utf16le') },
  'coding-untrue': { title: 'that is called gzip and is none', coding: 'gzip', spoil: (body) => body },
  'coding-other': { title: 'that is called Brotli and is gzip', coding: 'br', spoil: (body) => gzipSync(body) },
  'coding-unknown': { title: 'in a coding that nobody knows', coding: 'packed', spoil: (body) => body },
  'coding-nested': { title: 'that is compressed twice', coding: 'gzip, gzip', spoil: (body) => gzipSync(gzipSync(body)) },
  'coding-hidden': { title: 'that is compressed twice and says so once', coding: 'gzip', spoil: (body) => gzipSync(gzipSync(body)) },
  'json-duplicate-key': {
    ...text('with a key twice in its outermost object', (json) => json.replace(/\{"(\w+)":/, '{"$1":null,"$1":')),
    check: 'json.keys',
  },
  'json-byte-order-mark': { ...text('with a byte order mark', (json) => `\uFEFF${json}`), check: 'json.text' },
  'json-precise-number': {
    ...text('with a number that double precision cannot hold', (json) => withNote(json, '12345678901234567890123')),
    check: 'json.numbers',
  },
}

function text(title: string, spoil: (json: string) => string): Spoilt {
  return { title, spoil: (body) => Buffer.from(spoil(body.toString('utf8'))) }
}

function withNote(text: string, value: string): string {
  return text.replace('{', () => `{"note":${value},`)
}

/** Successes with such bodies. What readers understand in different ways is no more than a SHOULD. */
export function textMutants(operation: Operation): Mutant[] {
  return Object.entries(spoilt).map(([id, { title, spoil, coding, check }]) =>
    mutant(operation, {
      id,
      title: `a body ${title}`,
      level: check ? 'SHOULD' : 'MUST',
      caughtBy: [check ?? 'json'],
      hooks: () =>
        onSuccess(({ headers, ...reply }) => ({
          ...reply,
          headers: coding ? { ...headers, 'content-encoding': coding } : headers,
          body: spoil(reply.body),
        })),
    }),
  )
}
