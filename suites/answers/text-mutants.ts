import { gzipSync } from 'node:zlib'
import type { Operation } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'

/** Successes whose bodies are no JSON, or JSON that not every reader understands alike. */
export function textMutants(operation: Operation): Mutant[] {
  return [...broken(operation), ...doubtful(operation)]
}

interface TextFault {
  readonly title: string
  readonly spoil: (text: string) => string
}

interface BodyFault {
  readonly title: string
  readonly spoil: (body: Buffer) => Buffer
}

const textFaults: Readonly<Record<string, TextFault>> = {
  truncated: { title: 'cut short', spoil: (text) => text.slice(0, -2) },
  'cut-in-half': { title: 'cut in half', spoil: (text) => text.slice(0, Math.ceil(text.length / 2)) },
  'trailing-comma': { title: 'with a comma before its end', spoil: (text) => text.replace(/[}\]]$/, ',$&') },
  'single-quotes': { title: 'with single quotes', spoil: (text) => text.replaceAll('"', "'") },
  'unquoted-keys': { title: 'with bare keys', spoil: (text) => text.replace(/"(\w+)":/g, '$1:') },
  comment: { title: 'with a comment', spoil: (text) => text.replace(/[}\]]$/, '/* end */$&') },
  callback: { title: 'wrapped in a function call', spoil: (text) => `callback(${text})` },
  guard: { title: 'behind a guard against inclusion', spoil: (text) => `)]}',\n${text}` },
  twice: { title: 'twice in one body', spoil: (text) => `${text}\n${text}` },
  'debug-tail': { title: 'with words behind it', spoil: (text) => `${text}\n<!-- served by node 3 -->` },
  'raw-newline': { title: 'with a raw newline in a text', spoil: (text) => withNote(text, '"a\nb"') },
  undefined: { title: 'with undefined in it', spoil: (text) => withNote(text, 'undefined') },
  'not-a-number': { title: 'with NaN in it', spoil: (text) => withNote(text, 'NaN') },
  infinity: { title: 'with Infinity in it', spoil: (text) => withNote(text, 'Infinity') },
  'leading-zero': { title: 'with a leading zero in a number', spoil: (text) => withNote(text, '007') },
  'bare-point': { title: 'with a number that begins with its point', spoil: (text) => withNote(text, '.5') },
  empty: { title: 'that is empty', spoil: () => '' },
}

/** A text of JSON with a member more in its first object. */
function withNote(text: string, value: string): string {
  return text.replace('{', () => `{"note":${value},`)
}

const otherBytes: Readonly<Record<string, BodyFault>> = {
  'invalid-utf-8': {
    title: 'with bytes that are not UTF-8',
    spoil: (body) => Buffer.from(withNote(body.toString('latin1'), '"\xc3("'), 'latin1'),
  },
  'utf-16': { title: 'in UTF-16', spoil: (body) => Buffer.from(`\ufeff${body.toString('utf8')}`, 'utf16le') },
}

const falseCodings: Readonly<Record<string, BodyFault & { readonly coding: string }>> = {
  untrue: { title: 'that is called gzip and is none', coding: 'gzip', spoil: (body) => body },
  other: { title: 'that is called Brotli and is gzip', coding: 'br', spoil: (body) => gzipSync(body) },
  unknown: { title: 'in a coding that nobody knows', coding: 'packed', spoil: (body) => body },
  nested: { title: 'that is compressed twice', coding: 'gzip, gzip', spoil: (body) => gzipSync(gzipSync(body)) },
  hidden: { title: 'that is compressed twice and says so once', coding: 'gzip', spoil: (body) => gzipSync(gzipSync(body)) },
}

function broken(operation: Operation): Mutant[] {
  const spoiled = (name: string, title: string, spoil: (body: Buffer) => Buffer) =>
    mutant(operation, {
      id: `json-${name}`,
      title: `a body ${title}`,
      caughtBy: ['json'],
      hooks: () => onSuccess((reply) => ({ ...reply, body: spoil(reply.body) })),
    })
  return [
    ...Object.entries(textFaults).map(([name, { title, spoil }]) =>
      spoiled(name, title, (body) => Buffer.from(spoil(body.toString('utf8')))),
    ),
    ...Object.entries(otherBytes).map(([name, { title, spoil }]) => spoiled(name, title, spoil)),
    ...Object.entries(falseCodings).map(([name, { title, coding, spoil }]) =>
      mutant(operation, {
        id: `coding-${name}`,
        title: `a body ${title}`,
        caughtBy: ['json'],
        hooks: () =>
          onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'content-encoding': coding }, body: spoil(reply.body) })),
      }),
    ),
  ]
}

const doubtfulBytes: Readonly<Record<string, BodyFault & { readonly check: string }>> = {
  'duplicate-key': {
    title: 'a key twice in its outermost object',
    check: 'json.keys',
    spoil: (body) => Buffer.from(body.toString('utf8').replace(/\{"(\w+)":/, '{"$1":null,"$1":')),
  },
  'byte-order-mark': {
    title: 'a byte order mark',
    check: 'json.text',
    spoil: (body) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body]),
  },
  'precise-number': {
    title: 'a number that double precision cannot hold',
    check: 'json.numbers',
    spoil: (body) => Buffer.from(withNote(body.toString('utf8'), '12345678901234567890123')),
  },
}

function doubtful(operation: Operation): Mutant[] {
  return Object.entries(doubtfulBytes).map(([name, { title, check, spoil }]) =>
    mutant(operation, {
      id: `json-${name}`,
      title: `a body with ${title}`,
      level: 'SHOULD',
      caughtBy: [check],
      hooks: () => onSuccess((reply) => ({ ...reply, body: spoil(reply.body) })),
    }),
  )
}
