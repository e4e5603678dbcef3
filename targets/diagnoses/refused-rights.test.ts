import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Target } from '../../engine/target.ts'
import { type Answer, accepted, answered, paged, plain, problems, scheme, secretOfPlain, signed, target } from './exchanges.fixture.ts'

describe('a refusal', () => {
  it('of everything in the same way is one diagnosis: either the settings or the target may be wrong', () => {
    const said = problems(contract.operations.map((each) => answered(each, {})))
    expect(said).toEqual([
      expect.stringMatching(/^refused: Every operation refuses a right request with 401: either the settings or the target may be wrong\./),
    ])
    for (const { env, secret } of contract.settings) expect(said[0]?.includes(env)).toBe(secret)
  })

  it('of one operation names its own credential alone, by the variable that the configuration names', () => {
    const named: Target = { ...target, variables: { [secretOfPlain]: 'DEV_TOKEN' } }
    const [said, ...others] = problems([answered(plain, {}), accepted(paged), accepted(signed)], named)
    expect(said).toBe(
      `refused: ${plain.id} refuses a right request with 401: either the settings or the target may be wrong. Check DEV_TOKEN.`,
    )
    expect(others).toEqual([])
  })

  it.each(['client.again', 'client.later'])('of a request that is accepted when it is sent again as %s blames no setting', (role) => {
    const again = { ...accepted(plain), role }
    const [said, ...others] = problems([answered(plain, {}), again, accepted(paged), accepted(signed)])
    expect(said).toMatch(/ refuses a right request with 401, and accepts the same one again: it is not the settings that are wrong\. Look /)
    expect(others).toEqual([])
    const elsewhere = [answered(plain, {}), { ...accepted(paged), role: 'client.again' }, accepted(signed)]
    expect(problems(elsewhere)).toEqual([expect.stringContaining(' Check ')])
  })

  it('of a request that is accepted with its header names in another case blames neither settings nor clients', () => {
    const header = plain.authentication.kind === 'scheme' ? plain.authentication.header : ''
    const named = (exchange: Exchange, name: string): Exchange => ({
      ...exchange,
      request: { ...exchange.request, headers: [[name, 'x']] },
    })
    const refused = named(answered(plain, {}), header)
    const inCapitals = named({ ...accepted(plain), role: 'accept-any' }, header.toUpperCase())
    const [said, ...others] = problems([refused, inCapitals, accepted(paged), accepted(signed)])
    expect(said).toContain(`another case (${header.toUpperCase()} instead of ${header}). Their case means nothing`)
    expect(others).toEqual([])
    const alike = named({ ...accepted(plain), role: 'later' }, header)
    expect(problems([refused, inCapitals, alike, accepted(paged), accepted(signed)]).join()).not.toContain('another case')
  })

  it('that is too long to be read whole is told once', () => {
    expect(problems([answered(plain, { truncated: true }), accepted(paged)])).toEqual([
      expect.stringMatching(new RegExp(`^refused: ${plain.id} refuses a right request with 401`)),
    ])
  })

  it('of all requests at first, each accepted when it is sent again, blames no setting', () => {
    const all = [plain, paged, signed].flatMap((each) => [answered(each, {}), { ...accepted(each), role: 'client.again' }])
    for (const said of problems(all)) expect(said).not.toContain('Check')
  })

  const oddities: readonly (readonly [value: string, want: RegExp])[] = [
    ['"abc', /Check DEV_TOKEN: it begins or ends with a quotation mark\.$/],
    ['abc def', /Check DEV_TOKEN: it holds white space\.$/],
    ['abc,', /Check DEV_TOKEN: it ends in a comma\.$/],
    ['{"access_token":"abc"}', /Check DEV_TOKEN: it is JSON, not the value in it\.$/],
    ['abc%3D', /Check DEV_TOKEN: it may be percent-encoded\.$/],
    ['abc\\n', /Check DEV_TOKEN: it ends in an escape that nothing has read\.$/],
    [`e30.${Buffer.from('{"exp":1}').toString('base64url')}.x`, /Check DEV_TOKEN: it is a token that expired on 1970-01-01\.$/],
    [`e30.${Buffer.from('{"exp":1e999}').toString('base64url')}.x`, /Check DEV_TOKEN\.$/],
    ['e30.not-json.x', /Check DEV_TOKEN\.$/],
  ]
  for (const [value, want] of oddities) {
    it(`says what is odd about a credential such as ${value}`, () => {
      const named: Target = {
        ...target,
        settings: { ...target.settings, [secretOfPlain]: value },
        variables: { [secretOfPlain]: 'DEV_TOKEN' },
      }
      expect(problems([answered(plain, {}), accepted(paged), accepted(signed)], named)).toEqual([expect.stringMatching(want)])
    })
  }

  it('as not found names what is doubled in an address', () => {
    const doubled: Target = { ...target, bases: { ...target.bases, [plain.base]: 'https://dev.example/api/' } }
    const [said] = problems([answered(plain, { status: 404 }), accepted(paged), accepted(signed)], doubled)
    expect(said).toContain(`It ends in /api, with which the path of ${plain.id} begins.`)
  })

  it('as not found where the address serves others looks at no address', () => {
    expect(problems([answered(paged, { status: 404 }), accepted(plain), accepted(signed)])).toEqual([
      expect.stringMatching(
        new RegExp(`serves other operations: let it serve POST ${paged.path}, or leave .* \\(--operations ${plain.id},${signed.id}\\)\\.$`),
      ),
    ])
  })

  it.each([
    'Client sent an HTTP request to an HTTPS server.',
    '<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>',
    "You're speaking plain HTTP to an SSL-enabled server port.",
    'This combination of host and port requires TLS.',
  ])('by a port of TLS names the scheme: %s', (body) => {
    const plainly = (url: string) => url.replace('https:', 'http:')
    const bases = Object.fromEntries(Object.entries(target.bases).map(([base, address]) => [base, plainly(address)]))
    const { request, ...exchange } = answered(plain, { status: 400, headers: [['content-type', 'text/html']], body })
    const asked = { ...exchange, request: { ...request, url: plainly(request.url) } }
    expect(problems([asked, accepted(paged)], { ...target, bases })).toEqual([
      expect.stringMatching(/came by http and has to come by https \(400\)\. Set the address to https:\/\/\w+\.example\.$/),
    ])
  })

  const table: readonly (readonly [title: string, answer: Answer, want: RegExp])[] = [
    [
      'as too many says that a limit may be used up',
      { status: 429 },
      /with 429, too many requests\. Ask whether a limit of this hour or day/,
    ],
    ['as not found looks at the address', { status: 404 }, /with 404, not found\. Check the address https:/],
    [
      "as AWS's gateway does at a path that is not there looks at the address",
      {
        status: 403,
        headers: [['x-amzn-errortype', 'MissingAuthenticationTokenException']],
        body: { message: 'Missing Authentication Token' },
      },
      /with 403, which is how the gateway of AWS says not found; it says "Missing .*"\. Check the address https:/,
    ],
    [
      'as not found, by a web page, is no login',
      { status: 404, headers: [['content-type', 'text/html']], body: '<h1>no</h1>' },
      /with 404, not found, and a web page\. Check the address https:/,
    ],
    [
      'by a web page speaks of a gateway, and says what the page calls itself',
      { status: 403, headers: [['content-type', 'text/html']], body: '<html><title>\n Sign\n in </title>' },
      /web page \(403\): a gateway or a login may be in the way; it says "Sign in"\. Open https:\S+ in a browser.*then check ASSAY_/,
    ],
    [
      'by a test of browsers asks for a way past it',
      { status: 403, headers: [['content-type', 'text/html']], body: '<title>Just a moment...</title>' },
      /web page \(403\): a test that only browsers pass may be in the way; it says "Just a moment..."\. Ask whoever runs it/,
    ],
    [
      'by a maintenance asks whether the target is up',
      { status: 503, headers: [['content-type', 'text/html']], body: '<h1>Back soon</h1>' },
      /web page \(503\): a gateway or maintenance may be in the way; it says "Back soon"\. Check whether it is up .*--wait/,
    ],
    [
      'by a website looks at the address, not at credentials',
      { status: 200, headers: [['content-type', 'text/html']], body: '<title>Wallet</title><div id="root"></div>' },
      /web page \(200\): a website may be in the way; it says "Wallet"\. Open https:\S+ in a browser to see what is there, then check the address/,
    ],
    [
      'by a page of the wrong method is no login',
      { status: 405, headers: [['content-type', 'text/html']], body: '<title>405 Method Not Allowed</title>' },
      /with 405, method not allowed, and a web page\. Check the address https:/,
    ],
    [
      'by a gateway that wants other credentials names them',
      { headers: [['www-authenticate', 'Basic realm="staging"']] },
      /asks for Basic credentials \(401\): a gateway may be in the way\. Ask whoever runs it/,
    ],
    [
      'by a slash that is added speaks of no other address',
      { status: 308, headers: [['location', `${plain.path}/?source=1`]] },
      /redirected to its own path with a slash behind it \(308\).*Let the target answer at the path itself/,
    ],
    [
      'as not found, beside others that are accepted, says how to leave it out',
      { status: 404 },
      new RegExp(`Check the address .* leave it out \\(--operations ${paged.id}\\)\\.$`),
    ],
    ['as forbidden asks whether access was granted', { status: 403 }, /ask whether access was granted/],
    ['as a bad request looks at what is asked for', { status: 400 }, /Check what is asked for \(ASSAY_/],
    ['by a failure looks at the log', { status: 500 }, /fails at a right request with 500.*log/],
    [
      'by the page of a failure is no login',
      { status: 500, headers: [['content-type', 'text/html']], body: '<h1>Whitelabel Error Page</h1>' },
      /with 500, and a web page; it says "Whitelabel Error Page"\. Look at the target's own log\.$/,
    ],
    ['as not implemented leaves the operation out', { status: 501 }, /with 501, not implemented\. .*leave it out/],
    [
      'for its form asks for no look at credentials',
      { status: 415, body: { error: 'Use a form' } },
      /with 415, which is about its form and about no setting; it says "Use a form"\. The report shows the request/,
    ],
    ['that is too long to be judged says what to ask for', { status: 200, truncated: true }, /with more than can be judged\. Ask for less/],
    [
      'that breaks off in its JSON shows where',
      { status: 200, body: '{"data":[{"na' },
      /with a body that cannot be read: it breaks off .*"…\{"data":\[\{"na…"\. Look at/,
    ],
    [
      'of a coding that its bytes do not have says which, and not that none is named',
      { status: 200, body: Buffer.from([0x1f, 0x8b, 0xff]), codingFault: 'gzip, as which its bytes cannot be read' },
      /cannot be read: its Content-Encoding says gzip, as which its bytes cannot be read\. Look at/,
    ],
    [
      'with another mark than that of a success says both',
      { status: 200, body: { status: 'done' } },
      /with status "done" instead of "success" and nothing that could be its payload/,
    ],
    [
      'that is no refusal either says so',
      { status: 200, body: {} },
      /with nothing that could be its payload\. Read its answer in the report: .* Then check ASSAY_/,
    ],
  ]
  for (const [title, answer, want] of table) {
    it(title, () => {
      expect(problems([answered(plain, answer), accepted(paged)])).toEqual([expect.stringMatching(want)])
    })
  }

  it('as absent is one where nothing is served, whatever its status', () => {
    const absent = [answered(paged, { status: 404 }), answered(signed, { status: 405 }), accepted(plain)]
    const bases = Object.fromEntries(Object.keys(target.bases).map((base) => [base, 'https://one.example']))
    expect(problems(absent, { ...target, bases })).toEqual([
      expect.stringMatching(/^refused: Each of .* with 404, not found, or with 405, method not allowed\. Check the address/),
    ])
  })

  it('of several alike is one, with what each says', () => {
    const [one, other] = [answered(plain, { body: { message: 'bad token' } }), answered(signed, { body: { message: 'bad signature' } })]
    expect(problems([one, other, accepted(paged)])).toEqual([
      expect.stringMatching(`^refused: Each of ${plain.id} and ${signed.id} refuses .*; it says "bad token", "bad signature"\\. Check `),
    ])
  })

  it('points at a credential that begins with its scheme', () => {
    const at: Target = { ...target, settings: { ...target.settings, [secretOfPlain]: `${scheme} abc` } }
    expect(problems([answered(plain, {}), accepted(paged)], at)[0]).toMatch(
      new RegExp(`^malformed: .* begins with the scheme's name, ${scheme}`),
    )
  })
})
