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
      'as if there were no key looks at the own one, then at a gateway',
      { status: 401, body: { message: 'No API key found in request' } },
      /a gateway may want one of its own \(401\); it says "No API key found in request"\. Check ASSAY_\w+\. If .*: Ask whoever runs it/,
    ],
    [
      'for want of a certificate says where to give one',
      { status: 400, headers: [['content-type', 'text/html']], body: '<title>400 No required SSL certificate was sent</title>' },
      /certificate of the client \(400\).*tls in assay\.config\.yaml/,
    ],
    [
      "as AWS's gateway does at a path that is not there where a token is sent looks at the address",
      {
        status: 403,
        headers: [['x-amzn-errortype', 'IncompleteSignatureException']],
        body: { message: "Authorization header requires 'Credential' parameter." },
      },
      /with 403, which is how the gateway of AWS says not found; .*\. Check the address https:/,
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
