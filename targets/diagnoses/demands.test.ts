import { describe, expect, it } from 'vitest'
import { type Answer, accepted, answered, paged, plain, problems, signed } from './exchanges.fixture.ts'

describe('a refusal', () => {
  const table: readonly (readonly [title: string, answer: Answer, want: RegExp])[] = [
    [
      'by rules for web pages names them',
      { status: 403, body: { error: 'Not allowed by CORS' } },
      /one of a web page, by its rules .* \(403\)/,
    ],
    [
      'by the key of a gateway asks for no look at credentials',
      { status: 401, body: { message: 'No API key found in request' } },
      /gateway that wants a key of its own \(401\); it says "No API key found in request"\. Ask whoever runs it/,
    ],
    [
      'for want of a certificate says where to give one',
      { status: 400, headers: [['content-type', 'text/html']], body: '<title>400 No required SSL certificate was sent</title>' },
      /certificate of the client \(400\).*tls in assay\.config\.yaml/,
    ],
    [
      'in XML looks at the address',
      { status: 500, headers: [['content-type', 'text/xml']], body: '<?xml version="1.0"?><faultstring>Not parsed</faultstring>' },
      /in XML \(500\), not in JSON; it says "Not parsed"\. Check the address/,
    ],
  ]
  it.each(table)('%s', (_, answer, want) => {
    expect(problems([answered(plain, answer), accepted(paged)])).toEqual([expect.stringMatching(want)])
  })

  it('of a time in another unit speaks of no clock', () => {
    const said = (message: string) => problems([answered(signed, { status: 400, body: { message } }), accepted(plain), accepted(paged)])[0]
    expect(said('timestamp must be in seconds')).toMatch(/sends the time as the source says/)
    expect(said('timestamp is 300 seconds old')).toMatch(/Compare the clocks/)
  })
})
