import { answerJson, drip, type HostileServer, pour, successOf, write } from './hostile-server.fixture.ts'

const json = 'content-type: application/json'
const escapes = '\x1b[2J\x1b]0;owned\x07\x9b31m<script>alert(1)</script>'

export const heads: readonly HostileServer[] = [
  { id: 'drips-headers', answer: (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx-slow: yes, it is very slow indeed') },
  {
    id: 'endless-header',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx-long: ')
      pour(socket, Buffer.alloc(1 << 16, 'a'))
    },
  },
  {
    id: 'endless-headers',
    answer: (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      pour(socket, Buffer.from('x-flood: a\r\n'.repeat(5000)))
    },
  },
  {
    id: 'many-headers',
    answer: (socket) =>
      answerJson(
        socket,
        '{}',
        Array.from({ length: 50_000 }, (_, at) => `x-${at}: ${at}`),
      ),
  },
  { id: 'endless-continue', answer: (socket) => pour(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000))) },
  {
    id: 'endless-early-hints',
    answer: (socket) => pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\n\r\n'.repeat(1000))),
  },
  {
    id: 'switches-protocols',
    answer: (socket) => write(socket, ['HTTP/1.1 101 Switching Protocols', 'connection: upgrade', 'upgrade: evil']),
  },
  { id: 'status-of-letters', answer: (socket) => write(socket, ['HTTP/1.1 abc OK', json, 'content-length: 2'], '{}') },
  { id: 'status-000', answer: (socket) => write(socket, ['HTTP/1.1 000 None', json, 'content-length: 2'], '{}') },
  { id: 'status-999', answer: (socket) => write(socket, ['HTTP/1.1 999 Odd', json, 'content-length: 2'], '{}') },
  { id: 'version-9.9', answer: (socket) => write(socket, ['HTTP/9.9 200 OK', json, 'content-length: 2'], '{}') },
  { id: 'length-negative', answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: -1'], '{}') },
  { id: 'length-of-letters', answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: many'], '{}') },
  {
    id: 'length-beyond-integers',
    answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: 99999999999999999999'], '{}'),
  },
  { id: 'length-short', answer: (socket, request) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: 20'], successOf(request)) },
  { id: 'lengths-two', answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: 2', 'content-length: 40'], '{}') },
  {
    id: 'length-and-chunks',
    answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'content-length: 2', 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  },
  {
    id: 'chunk-size-nonsense',
    answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'transfer-encoding: chunked'], 'zz\r\n{}\r\n0\r\n\r\n'),
  },
  {
    id: 'chunk-size-huge',
    answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'transfer-encoding: chunked'], 'fffffffffffffffff\r\n{}'),
  },
  { id: 'chunk-unended', answer: (socket) => socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n') },
  {
    id: 'chunk-extension-endless',
    answer: (socket) => {
      write(socket, ['HTTP/1.1 200 OK', json, 'transfer-encoding: chunked'], '2;x=')
      pour(socket, Buffer.alloc(1 << 16, 'a'))
    },
  },
  {
    id: 'trailers-endless',
    answer: (socket) => {
      write(socket, ['HTTP/1.1 200 OK', json, 'transfer-encoding: chunked'], '2\r\n{}\r\n0\r\n')
      pour(socket, Buffer.from('x-trailer: a\r\n'.repeat(5000)))
    },
  },
  { id: 'header-with-nul', answer: (socket) => write(socket, ['HTTP/1.1 200 OK', json, 'x-nul: a\0b', 'content-length: 2'], '{}') },
  {
    id: 'header-folded',
    answer: (socket) => write(socket, ['HTTP/1.1 200 OK', 'content-type: application/json;\r\n evil=1', 'content-length: 2'], '{}'),
  },
  { id: 'header-without-name', answer: (socket) => write(socket, ['HTTP/1.1 200 OK', ': evil', 'content-length: 2'], '{}') },
  { id: 'lines-ended-by-newline', answer: (socket) => socket.write('HTTP/1.1 200 OK\ncontent-length: 2\n\n{}') },
  {
    id: 'escapes-in-headers',
    answer: (socket, request) =>
      write(
        socket,
        [
          'HTTP/1.1 200 \x9bOK',
          'content-type: application/json\x9b31m; x="<script>"',
          `x-evil: \x9b2J\xe2\x80\xae<img src=x onerror=alert(1)>`,
          `content-length: ${Buffer.byteLength(successOf(request))}`,
        ],
        successOf(request),
      ),
  },
  { id: 'escapes-in-reason', answer: (socket) => write(socket, [`HTTP/1.1 401 ${escapes}`, json, 'content-length: 2'], '{}') },
  {
    id: 'sets-cookies',
    answer: (socket, request) =>
      answerJson(socket, request.headers['cookie']?.includes('evil') ? successOf(request) : '{}', ['set-cookie: evil=1; Path=/']),
  },
]
