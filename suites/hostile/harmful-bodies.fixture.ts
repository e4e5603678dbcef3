import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib'
import { contract } from '../../contracts/generated/contract.ts'
import { answerJson, drip, type HostileServer, pour, successOf, write } from './hostile-server.fixture.ts'

const ok = ['HTTP/1.1 200 OK', 'content-type: application/json']
const million = 1_000_000

export const bodies: readonly HostileServer[] = [
  {
    id: 'drips-body',
    answer: (socket) => {
      write(socket, [...ok, 'transfer-encoding: chunked'])
      drip(socket, '1\r\n[\r\n')
    },
  },
  says('empty', ''),
  says('white-space', ' '.repeat(2 * million)),
  says('null', 'null'),
  says('nan', '{"status":"success","message":"","data":[{"rank":NaN,"price":Infinity}]}'),
  says(
    'proto',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"data":[{"__proto__":{"polluted":1},"constructor":1}]}',
  ),
  says('to-string', '{"message":{"toString":1,"valueOf":1},"status":{"toString":null},"data":{"toString":1}}'),
  saysSuccess('duplicate-keys', (text) => `{"message":"a","message":"b","data":1,"status":"error",${text.slice(1)}`),
  saysSuccess('numbers-beyond-range', (text) => text.replace(/:\d+(\.\d+)?/g, ':1e999')),
  saysSuccess('numbers-of-many-digits', (text) => text.replace(/:\d+(\.\d+)?/g, `:0.1${'0'.repeat(200_000)}1`)),
  saysSuccess('broken-utf-8', (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"x":"\xff\xfe\xc0\xaf"}', 'latin1')])),
  saysSuccess('byte-order-mark', (text) => `\ufeff${text}`),
  saysSuccess('utf-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  saysSuccess('escapes-in-values', (text) =>
    text.replace(/":"[^"]*"/g, `":"\\u001b[2J\\u009b31m\u009b\u202e\u2066\u2028<script>alert(1)</script>]]>\\u0000\u007f"`),
  ),
  saysSuccess('escapes-in-names', (text) => `{"\\u001b]0;owned\\u0007":1,"\u009b2J":2,"\u202e<b>":{"\ud83d\udca9":3},${text.slice(1)}`),
  saysSuccess('escapes-raw', (text) => `${text}\x1b[2J\x1b]8;;http://evil.example\x07\x9b\x00`),
  saysSuccess('lone-surrogates', (text) => text.replace(/":"[^"]*"/g, '":"\\ud800 \\udfff"')),
  says('deep-arrays', '['.repeat(million) + ']'.repeat(million)),
  says('deep-arrays-unended', '['.repeat(million)),
  says('deep-objects', `${'{"a":'.repeat(million / 20)}1${'}'.repeat(million / 20)}`),
  says('deep-message', `{"message":${'['.repeat(million / 20)}${']'.repeat(million / 20)}}`),
  saysSuccess('deep-unknown-field', (text) => `{"x":${'['.repeat(million / 20)}${']'.repeat(million / 20)},${text.slice(1)}`),
  saysSuccess('deep-known-field', (text) =>
    text.replace(/"(data|transactions)":/, `"$1":${'['.repeat(million / 20)}${']'.repeat(million / 20)},"_":`),
  ),
  says('gzip-that-is-none', '{"data":[]}', ['content-encoding: gzip']),
  says('gzip-cut-short', gzipSync('{"data":[]}').subarray(0, 12), ['content-encoding: gzip']),
  says(
    'codings-many',
    Array.from({ length: 9 }).reduce<Buffer>((bytes) => gzipSync(bytes), Buffer.from('{}')),
    [`content-encoding: ${'gzip, '.repeat(8)}gzip`],
  ),
  says('coding-unknown', '{}', ['content-encoding: constructor, __proto__, evil']),
]

const room = 128 << 20

export const heavyBodies: readonly HostileServer[] = [
  heavy('endless-body', (socket) => {
    write(socket, ok)
    pour(socket, Buffer.alloc(1 << 16, '['))
  }),
  heavy('endless-chunks', (socket) => {
    write(socket, [...ok, 'transfer-encoding: chunked'])
    pour(socket, Buffer.from('1\r\n[\r\n'.repeat(10_000)))
  }),
  heavySays('payload-of-40-mb', () => `{"data":[${'{"rank":1},'.repeat(3_800_000)}{}]}`),
  heavySays('payload-of-40-mb-of-text', () => `"${'x'.repeat(40 << 20)}"`),
  heavySays('array-of-objects', () => `{"data":[${'{},'.repeat(5_000_000)}{}]}`),
  heavySays('array-of-objects-within-bounds', () => `{"data":[${'{},'.repeat(240_000)}{}]}`),
  heavySays('object-of-many-keys', () => `{${Array.from({ length: 480_000 }, (_, at) => `"k${at}":0`)}}`),
  heavySays('enormous-string', () => `{"message":"${'invalid '.repeat(1_000_000)}"}`),
  heavySays('enormous-escapes', () => `{"data":["${'\\n'.repeat(4_000_000)}"],"data":[]}`),
  heavySays('enormous-digits', () => `{"data":[${'9'.repeat(8_000_000)}]}`),
  {
    ...heavy('enormous-successes', () => {}),
    answer: (socket, request) => answerJson(socket, `{"x":[${'0,'.repeat(200_000)}0],${successOf(request).slice(1)}`),
  },
  heavyBytes('gzip-bomb', () => gzipSync(Buffer.alloc(room, '[0,'), { level: 9 }), 'gzip'),
  heavyBytes('gzip-bomb-nested', () => gzipSync(gzipSync(Buffer.alloc(room))), 'gzip, gzip'),
  heavyBytes(
    'br-bomb',
    () => brotliCompressSync(Buffer.alloc(room), { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 24 } }),
    'br',
  ),
  heavyBytes('zstd-bomb', () => zstdCompressSync(Buffer.alloc(room)), 'zstd'),
  heavySays('string-within-bounds', () =>
    JSON.stringify(contract.operations[0]?.success.example).replace(/.*":"/s, `$&${'x'.repeat(18_800_000)}`),
  ),
]

function says(id: string, body: string | Buffer, head: readonly string[] = []): HostileServer {
  return { id: `body-${id}`, answer: (socket) => answerJson(socket, body, head) }
}

function saysSuccess(id: string, change: (text: string) => string | Buffer): HostileServer {
  return { id: `body-${id}`, answer: (socket, request) => answerJson(socket, change(successOf(request))) }
}

function heavy(id: string, answer: NonNullable<HostileServer['answer']>): HostileServer {
  return { id, heavy: true, answer }
}

function heavySays(id: string, body: () => string): HostileServer {
  let made: string | undefined
  return heavy(id, (socket) => {
    made ??= body()
    answerJson(socket, made)
  })
}

function heavyBytes(id: string, body: () => Buffer, coding: string): HostileServer {
  let made: Buffer | undefined
  return heavy(id, (socket) => {
    made ??= body()
    answerJson(socket, made, [`content-encoding: ${coding}`])
  })
}
