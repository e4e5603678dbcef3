import type { Socket } from 'node:net'
import { defined } from '../../language/defined.ts'
import { answerJson, type HostileServer, type SeenRequest, successOf, write } from './hostile-server.fixture.ts'

const year = 365 * 86_400

export const answers: readonly HostileServer[] = [
  { id: 'accepts-everything', answer: (socket, request) => answerJson(socket, successOf(request)) },
  { id: 'refuses-everything', answer: (socket) => answerJson(socket, '{"error":"no"}', [], '401 Unauthorized') },
  { id: 'answers-empty-objects', answer: (socket) => answerJson(socket, '{}') },
  { id: 'answers-empty-lists', answer: (socket) => answerJson(socket, '[]') },
  {
    id: 'answers-empty-envelopes',
    answer: (socket) => answerJson(socket, '{"status":"success","message":"","data":[],"transactions":{}}'),
  },
  { id: 'answers-html', answer: (socket) => html(socket, '200 OK') },
  { id: 'answers-html-404', answer: (socket) => html(socket, '404 Not Found') },
  { id: 'answers-204', answer: (socket) => write(socket, ['HTTP/1.1 204 No Content']) },
  { id: 'answers-304', answer: (socket) => write(socket, ['HTTP/1.1 304 Not Modified']) },
  { id: 'answers-401-with-data', answer: (socket, request) => answerJson(socket, successOf(request), [], '401 Unauthorized') },
  { id: 'answers-500', answer: (socket) => answerJson(socket, '{"stack":"at evil (/srv/app.js:1:1)"}', [], '500 Oops') },
  limited('429-forever', '429 Too Many Requests'),
  limited('503-forever', '503 Service Unavailable'),
  limited('429-a-year', '429 Too Many Requests', String(year)),
  limited('429-ages', '429 Too Many Requests', '9'.repeat(400)),
  limited('429-no-time', '429 Too Many Requests', '0'),
  limited('429-negative', '429 Too Many Requests', '-5'),
  limited('429-nonsense', '429 Too Many Requests', 'soon 5'),
  limited('429-past', '429 Too Many Requests', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  limited('503-far-date', '503 Service Unavailable', 'Fri, 31 Dec 9999 23:59:59 GMT'),
  lockingOut('locks-out-after-5', '403 Forbidden'),
  lockingOut('locks-out-with-429', '429 Too Many Requests', `retry-after: ${year}`),
  {
    id: 'redirects-in-a-loop',
    answer: (socket, { path }) => write(socket, ['HTTP/1.1 302 Found', `location: ${path}`, 'content-length: 0']),
  },
  echoing('echoes-in-body', (request) => answerBody(request, request.text)),
  echoing('echoes-in-json', (request) => answerBody(request, JSON.stringify({ error: request.text, [request.text]: 1 }))),
  echoing('echoes-in-base64', (request) => answerBody(request, JSON.stringify({ error: Buffer.from(request.text).toString('base64') }))),
  echoing('echoes-in-hex', (request) => answerBody(request, JSON.stringify({ error: Buffer.from(request.text).toString('hex') }))),
  echoing('echoes-url-encoded', (request) => answerBody(request, `error=${encodeURIComponent(request.text)}`)),
  echoing('echoes-each-credential', (request) => answerBody(request, JSON.stringify(Object.values(request.headers).map(spellings)))),
  echoing('echoes-in-success', (request) => ({
    body: successOf(request).replace(/":"[^"]*"/g, `":${JSON.stringify(credentials(request))}`),
  })),
  echoing('echoes-in-headers', (request) => ({
    body: successOf(request),
    head: [
      `x-echo: ${credentials(request)}`,
      `set-cookie: session=${encodeURIComponent(credentials(request))}`,
      `location: /?${credentials(request)}`,
    ],
  })),
]

function html(socket: Socket, status: string): void {
  const page = '<!doctype html><title>Sign in</title><script>alert(1)</script><form action="https://evil.example">'
  write(socket, [`HTTP/1.1 ${status}`, 'content-type: text/html', `content-length: ${page.length}`], page)
}

function limited(id: string, status: string, after?: string): HostileServer {
  return { id, answer: (socket) => answerJson(socket, '{"error":"later"}', after === undefined ? [] : [`retry-after: ${after}`], status) }
}

/** Right as long as few requests are wrong; after them nobody is let in any more. */
function lockingOut(id: string, status: string, ...head: readonly string[]): HostileServer {
  return {
    id,
    answer: (socket, request, { requests: [first, ...others] }) => {
      const isWrong = ({ path, headers }: SeenRequest) =>
        path === first?.path && headers['authorization'] !== first.headers['authorization']
      if (others.filter(isWrong).length > 5) answerJson(socket, '{"error":"locked"}', head, status)
      else if (isWrong(request)) answerJson(socket, '{"error":"no"}', [], '401 Unauthorized')
      else answerJson(socket, successOf(request))
    },
  }
}

interface Echo {
  readonly body: string
  readonly head?: readonly string[]
  readonly status?: string
}

function echoing(id: string, echo: (request: SeenRequest) => Echo): HostileServer {
  return {
    id,
    answer: (socket, request) => {
      const { body, head = [], status = '200 OK' } = echo(request)
      answerJson(socket, body, head, status)
    },
  }
}

/** One operation is refused and the others are not, so that both ways to echo are seen, in whatever order requests come. */
function answerBody({ method }: SeenRequest, body: string): Echo {
  return defined({ body, status: method === 'GET' ? '401 Unauthorized' : undefined })
}

function credentials({ headers }: SeenRequest): string {
  return [headers['authorization'], headers['x-api-key'], headers['x-signature']].filter((value) => value !== undefined).join(' ')
}

function spellings(value: string): string[] {
  const bytes = Buffer.from(value)
  const escaped = [...value].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  return [
    value,
    value.toUpperCase(),
    value.split(' ').at(-1) ?? '',
    encodeURIComponent(value),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    bytes.toString('hex'),
    escaped,
  ]
}
