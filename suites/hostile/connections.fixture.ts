import { answerJson, type HostileServer, successOf, write } from './hostile-server.fixture.ts'

const plainAnswer = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}'
const head = ['HTTP/1.1 200 OK', 'content-type: application/json']

export const connections: readonly HostileServer[] = [
  { id: 'hangs-before-headers' },
  { id: 'closes-at-once', connect: (socket) => void socket.destroy() },
  { id: 'resets-at-once', connect: (socket) => void socket.resetAndDestroy() },
  { id: 'resets-after-request', answer: (socket) => void socket.resetAndDestroy() },
  { id: 'ends-without-answer', answer: (socket) => void socket.end() },
  {
    id: 'resets-in-headers',
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-ty', () => socket.resetAndDestroy()),
  },
  {
    id: 'resets-in-body',
    answer: (socket) => socket.write(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{"data":[`, () => socket.resetAndDestroy()),
  },
  {
    id: 'ends-in-body',
    answer: (socket) => socket.end(`${[...head, 'content-length: 100'].join('\r\n')}\r\n\r\n{"data":[`),
  },
  { id: 'hangs-in-body', answer: (socket) => write(socket, [...head, 'content-length: 100'], '{"data":[') },
  { id: 'hangs-after-headers', answer: (socket) => write(socket, [...head, 'content-length: 100']) },
  { id: 'answers-before-request', connect: (socket) => void socket.write(plainAnswer) },
  { id: 'answers-before-request-and-closes', connect: (socket) => void socket.end(plainAnswer) },
  { id: 'greets-as-ssh', connect: (socket) => void socket.write('SSH-2.0-OpenSSH_9.9\r\n') },
  { id: 'speaks-tls', answer: (socket) => void socket.write(Buffer.from([0x15, 0x03, 0x03, 0x00, 0x02, 0x02, 0x46])) },
  { id: 'speaks-http-0.9', answer: (socket) => void socket.end('<html><body>It works!</body></html>') },
  { id: 'speaks-http-2', answer: (socket) => void socket.write(Buffer.from('00000c04000000000000030000006400040000ffff', 'hex')) },
  { id: 'answers-noise', answer: (socket) => void socket.write(Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 167) % 256))) },
  {
    id: 'closes-each-connection-unsaid',
    answer: (socket, request) => {
      answerJson(socket, successOf(request))
      socket.end()
    },
  },
  {
    id: 'answers-twice',
    answer: (socket, request) => {
      answerJson(socket, '{"error":"no"}', [], '401 Unauthorized')
      answerJson(socket, successOf(request))
    },
  },
  {
    id: 'answers-the-request-before',
    answer: (socket, request, { requests }) => answerJson(socket, successOf(requests.at(-2) ?? request)),
  },
  {
    id: 'drops-every-second-connection',
    answer: (socket, request) => (request.number % 2 ? void socket.resetAndDestroy() : answerJson(socket, successOf(request))),
  },
]
