/** Requests in the forms that HTTP/1.1 allows and few expect; `@` stands for the value of Host. */
export const requests: readonly string[] = [
  'GET / HTTP/1.1\r\nHost: @\r\n\r\n',
  'GET /a%2fb//../c?x=1&x=2&&=;#f HTTP/1.1\r\nhOsT:   @  \r\nX-A: 1\r\nx-a: 2\r\nX-a:3\r\n\r\n',
  'POST /p HTTP/1.1\r\nContent-Length: 5\r\nHost: @\r\n\r\nhello',
  'POST /p HTTP/1.1\r\nHost: @\r\nTransfer-Encoding: chunked\r\n\r\n5;ext="a b"\r\nhello\r\n0\r\n\r\n',
  'POST /p HTTP/1.1\r\nHost: @\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\nA\r\n0123456789\r\n000\r\nX-Sum: 1\r\nX-Other:2\r\n\r\n',
  'PUT /p HTTP/1.1\r\nHost: @\r\nContent-Length: 0\r\n\r\n',
  'DELETE /p HTTP/1.0\r\nHost: @\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: @\r\nX-Empty:\r\n\r\n',
  'GET http://elsewhere.example/x HTTP/1.1\r\nHost: @\r\n\r\n',
  'REPORT /p HTTP/1.1\r\nHost: @\r\nX-Latin: caf\u00e9 \u00ff\r\n\r\n',
  'GET /p HTTP/1.1\nHost: @\nX-Line: feeds alone\n\n',
  '\r\nGET /after-empty-line HTTP/1.1\r\nHost: @\r\n\r\n',
  'GET /1 HTTP/1.1\r\nHost: @\r\n\r\nGET /2 HTTP/1.1\r\nHost: @\r\nX: y\r\n\r\n',
  `POST /long HTTP/1.1\r\nHost: @\r\nContent-Length: 70000\r\n\r\n${'0123456789'.repeat(7000)}`,
  `GET /many HTTP/1.1\r\nHost: @\r\n${Array.from({ length: 90 }, (_, at) => `X-H-${at}: ${'v'.repeat(at)}\r\n`).join('')}\r\n`,
  'POST /expect HTTP/1.1\r\nHost: @\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok',
  'POST /zeros HTTP/1.1\r\nHost: @\r\nContent-Length: 4\r\n\r\n\u0000\u0001\r\n',
  'get /lower-method HTTP/1.1\r\nHost: @\r\n\r\n',
  'GET /two-hosts HTTP/1.1\r\nHost: @\r\nX-Forwarded-Host: other\r\nAuthorization: Bearer  two  spaces \r\n\r\n',
  'GET /no-host HTTP/1.1\r\nX: y\r\n\r\n',
]

/** Answers likewise. */
export const responses: readonly string[] = [
  'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
  'HTTP/1.1 200\r\ncontent-LENGTH: 0\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n',
  'HTTP/1.1 204 No Content\r\nX: y\r\n\r\n',
  'HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\nETag: "x"\r\n\r\n',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n2;x\r\nbc\r\n0\r\nX-T: 1\r\n\r\n',
  'HTTP/1.0 200 Fine\r\nContent-Type: text/plain\r\n\r\nuntil the end\r\n\r\n',
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!',
  `HTTP/1.1 500 ${'long reason '.repeat(20)}\r\nContent-Length: 300000\r\n\r\n${'\u0000\u00ff~'.repeat(100_000)}`,
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\u0081\u0002hi\u0088\u0000',
  'no HTTP at all\r\n\r\n\u0000\u0001\u0002',
]
