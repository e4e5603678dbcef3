import { gzipSync } from 'node:zlib'
import { answerJson, type HostileServer, pour, type SeenRequest, successOf, write } from './hostile-server.fixture.ts'

const kilobytes = (count: number) => count << 10

/** Servers each of whose answers is within bounds, and as much as bounds allow: other ones each time, so that nothing is kept once for all. */
export const floods: readonly HostileServer[] = [
  flood('headers-of-many-fields', ({ number }) => ({ head: times(2400, (at) => `x-${number}-${at}: ${at}`) })),
  flood('headers-of-60-kb', ({ number }) => ({ head: [`x-long: ${filled(kilobytes(60), `${number} secret `)}`] })),
  flood('cookies-of-4-kb', ({ number }) => ({ head: times(14, (at) => `set-cookie: c${at}=${filled(kilobytes(4), String(number))}`) })),
  flood('redirects-of-60-kb', ({ number }) => ({ status: '302 Found', head: [`location: /${filled(kilobytes(60), `${number}/`)}`] })),
  flood('reasons-of-60-kb', ({ number }) => ({ status: `200 ${filled(kilobytes(60), `OK ${number} `)}` })),
  {
    id: 'trailers-of-60-kb',
    heavy: true,
    answer: (socket, request) => {
      const body = successOf(request)
      const trailers = times(900, (at) => `x-trailer-${at}: ${filled(50, String(request.number))}\r\n`).join('')
      write(socket, ['HTTP/1.1 200 OK', 'content-type: application/json', 'transfer-encoding: chunked'])
      socket.write(`${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n${trailers}\r\n`)
    },
  },
  {
    id: 'hints-by-the-thousand',
    heavy: true,
    answer: (socket, request) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(5000))
      answerJson(socket, successOf(request))
    },
  },
  floodOfValues('texts-of-1-mb', ({ number }) => JSON.stringify(filled(kilobytes(1024 / 4), `${number} `))),
  floodOfValues('texts-of-escapes', ({ number }) => `"${'\\u001b[2J\\n'.repeat(20_000)}${number}"`),
  floodOfValues('texts-of-escaped-escapes', ({ number }) => `"${'\\\\u005cu005c'.repeat(20_000)}%25${'25'.repeat(50_000)}${number}"`),
  floodOfValues('texts-in-hexadecimal', ({ number }) => `"${filled(kilobytes(200), Buffer.from(`secret ${number}`).toString('hex'))}"`),
  floodOfValues('texts-in-base64', ({ number }) => `"${filled(kilobytes(200), Buffer.from(`secret ${number} `).toString('base64url'))}"`),
  floodOfNumbers('numbers-of-100000-digits', ({ number }) => `${number}${'7'.repeat(100_000)}`),
  floodOfNumbers('ids-of-1-mb', ({ number }) => `"${number}${'9'.repeat(kilobytes(1024))}"`),
  floodOfMembers('names-by-the-thousand', ({ number }) => times(10_000, (at) => `"x${number}y${at}":${at}`)),
  floodOfMembers('names-of-1-mb', ({ number }) => [`"${filled(kilobytes(1024), `${number}name`)}":1`]),
  floodOfMembers('nesting-in-each-record', ({ number }) => [
    `"deep":${times(300, () => `${'[['.repeat(300)}${number}${']]'.repeat(300)}`)[0]}`,
  ]),
  flood('records-by-the-thousand', (request) => ({ body: manyRecords(request, 3000, (record) => record) })),
  flood('records-all-wrong', (request) => ({
    body: manyRecords(request, 3000, (record, at) => record.replace(/:("[^"]*"|\d+(\.\d+)?)/g, `:["${request.number}-${at}"]`)),
  })),
  flood('records-each-with-other-names', (request) => ({
    body: manyRecords(request, 2000, (record, at) => `{"n${request.number}-${at}":1,${record.slice(1)}`),
  })),
  flood('pages-without-end', (request) => ({
    body: manyRecords(request, 200, (record, at) => record.replace(/"([^"]+)":"/, `"$1":"${request.number}-${at}-`)).replace(
      /"(total|perPage)":\d+/g,
      '"$1":100000000',
    ),
  })),
  flood('refusals-of-1-mb', ({ number }) => ({
    status: '401 Unauthorized',
    body: `{"error":"${filled(kilobytes(1024), `no ${number} `)}"}`,
  })),
  flood('refusals-of-many-words', ({ number }) => ({
    status: '400 Bad Request',
    body: JSON.stringify({ errors: times(20_000, (at) => ({ [`e${at}`]: `no ${number}` })) }),
  })),
  flood('pages-of-markup', ({ number }) => ({ body: filled(kilobytes(1024), `<p title='"'>&${number}</p>\n`) })),
  {
    id: 'bombs-within-bounds',
    heavy: true,
    answer: (socket, request) => {
      const body = gzipSync(`{"x":"${filled(kilobytes(1900), `${request.number} `)}",${successOf(request).slice(1)}`, { level: 1 })
      answerJson(socket, body, ['content-encoding: gzip'])
    },
  },
  {
    id: 'chunks-of-one-byte',
    heavy: true,
    answer: (socket) => {
      write(socket, ['HTTP/1.1 200 OK', 'content-type: application/json', 'transfer-encoding: chunked'])
      pour(socket, Buffer.from('1;a=b\r\n{\r\n'.repeat(1000)))
    },
  },
  floodOfMembers('one-name-by-the-hundred-thousand', ({ number }) => [...times(300_000, () => '"a":0'), `"b":${number}`]),
  floodOfMembers('empty-objects-by-the-hundred-thousand', ({ number }) => [`"x":[${'{},'.repeat(390_000)}${number}]`]),
  floodOfMembers('objects-each-with-its-name', ({ number }) => [`"x":[${times(120_000, (at) => `{"${number}_${at}":0}`)}]`]),
  flood('cookies-by-the-hundred', ({ number }) => ({ head: times(400, (at) => `set-cookie: ${number}-${at}=${filled(100, 'v')}`) })),
]

interface Flood {
  readonly status?: string
  readonly head?: readonly string[]
  readonly body?: string
}

function flood(id: string, make: (request: SeenRequest) => Flood): HostileServer {
  return {
    id,
    heavy: true,
    answer: (socket, request) => {
      const { status = '200 OK', head = [], body = successOf(request) } = make(request)
      answerJson(socket, body, head, status)
    },
  }
}

function floodOfValues(id: string, value: (request: SeenRequest) => string): HostileServer {
  return flood(id, (request) => {
    let left = 4
    const text = value(request)
    const body = successOf(request).replace(/:"[^"]*"/g, (found) => {
      left -= 1
      return left < 0 || found === ':"success"' ? found : `:${text}`
    })
    return { body }
  })
}

function floodOfNumbers(id: string, value: (request: SeenRequest) => string): HostileServer {
  return flood(id, (request) => ({ body: successOf(request).replace(/:\d+(\.\d+)?/, `:${value(request)}`) }))
}

function floodOfMembers(id: string, members: (request: SeenRequest) => readonly string[]): HostileServer {
  return flood(id, (request) => ({ body: `{${members(request).join(',')},${successOf(request).slice(1)}` }))
}

/** The success with its list of records made long. */
function manyRecords(request: SeenRequest, count: number, change: (record: string, at: number) => string): string {
  const success = successOf(request)
  const list = /\[(\{[^{}[\]]*\})/.exec(success)?.[1]
  return list === undefined ? success : success.replace(list, times(count, (at) => change(list, at)).join(','))
}

function times<Value>(count: number, make: (at: number) => Value): Value[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function filled(length: number, text: string): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length)
}
