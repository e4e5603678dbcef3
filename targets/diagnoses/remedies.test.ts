import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { type Answer, accepted, answered, began, paged, plain, problems, scheme, signed, target } from './exchanges.fixture.ts'

/** A page with a title. */
const page = (status: number, title: string): Answer => ({
  status,
  headers: [['content-type', 'text/html']],
  body: `<title>${title}</title>`,
})

describe('what to do about an answer', () => {
  it.for<readonly [title: string, answer: Answer, want: RegExp]>([
    [
      'that redirects to another host, but to no login',
      { status: 302, headers: [['location', 'http://192.168.1.1:8880/guest']] },
      /Open https:\S+ in a browser to see what is there, and whether this machine has to log in to its network first\.$/,
    ],
    [
      'of a firewall, whatever its status',
      page(200, 'Request Rejected'),
      /web page \(200\): a firewall may be in the way; it says "Request Rejected"\. Ask whoever runs it to let this machine/,
    ],
    [
      'of a firewall that says not found',
      page(405, 'Your request has been blocked'),
      /with a web page \(405\): a firewall may be in the way; .* Ask whoever runs it to let this machine/,
    ],
    [
      'of a page about the form of the request',
      page(415, 'Unsupported Media Type here'),
      /refuses a right request with 415, which is about its form .* The report shows the request/,
    ],
    [
      'of Cloudflare in place of the service',
      page(521, 'Web server is down'),
      /with 521: Cloudflare does not reach what is behind it; it says "Web server is down"\. Check whether it is up/,
    ],
    [
      'of a gateway that speaks of no login',
      page(400, 'Invalid Hostname'),
      /web page \(400\): a gateway may be in the way; .* Open https:\S+ in a browser to see what is there, then check the address: /,
    ],
    ['of a proxy', { status: 407 }, /is answered by a proxy on the way \(407\)\. Check HTTP_PROXY/],
    [
      'of Squid',
      { ...page(503, 'ERROR'), headers: [['x-squid-error', 'ERR_DNS_FAIL 0']] },
      /is answered by a proxy on the way \(503\)[^.]*\. Check HTTP_PROXY/,
    ],
    [
      'in gRPC',
      { status: 200, headers: [['content-type', 'application/grpc']], body: '' },
      /answers in gRPC \(200\), not in JSON\. Set the address/,
    ],
    ['about the country', { status: 451 }, /Ask whoever runs it to let in the IP address of this machine\.$/],
    [
      'about this machine',
      { status: 403, body: { message: 'IP not allowed' } },
      /Ask whoever runs it to let in the IP address of this machine\.$/,
    ],
    ['about this machine in one word', { status: 403, body: { code: 'IP_NOT_ALLOWED' } }, /let in the IP address of this machine\.$/],
    [
      'about the host',
      { status: 403, body: { message: 'Invalid Host header' } },
      /Set the address to the name of the host that the target/,
    ],
    ['for another host', { status: 421 }, /Set the address to the name of the host that the target goes by/],
    [
      'about the account',
      { status: 402, body: { message: 'Subscription expired' } },
      /Ask whoever runs it about the account that ASSAY_ACCESS_TOKEN belongs to\.$/,
    ],
    ['of a network', { status: 511 }, /with 511: a network wants a login first\. Open .* log in there/],
    [
      'that does not find what was asked for, in words about that',
      { status: 404, body: { message: 'No such source' } },
      /with 404, not found; it says "No such source"\. Check what is asked for \(ASSAY_SOURCE\)\.$/,
    ],
  ])('%s asks for no look at credentials', ([, answer, want]) => {
    expect(problems([answered(plain, answer), accepted(paged)])).toEqual([expect.stringMatching(want)])
  })

  it('that repeats the request speaks of an echo', () => {
    const own: Exchange['request']['headers'] = [['authorization', `${scheme} value-of-token`]]
    const { request, ...exchange } = answered(plain, { status: 200, body: { headers: own } })
    expect(problems([{ ...exchange, request: { ...request, headers: own } }, accepted(paged)])).toEqual([
      expect.stringMatching(/with 200, and with the request itself, as an echo\. Read its answer .* Check the address https:/),
    ])
  })

  it('that repeats the body and adds an id speaks of an echo', () => {
    const { request, ...exchange } = answered(plain, { status: 201, body: { page: 1, name: 'abc', id: 'x1' } })
    const sent = { ...request, body: Buffer.from('{ "page": 1, "name": "abc" }') }
    expect(problems([{ ...exchange, request: sent }, accepted(paged)])).toEqual([expect.stringMatching(/itself, as an echo\./)])
  })

  it.for([
    [401, 'x-signature: expected HMAC over key, timestamp, amount', /it says .*\. Check ASSAY_/],
    [402, 'Payment required', /Fund the account/],
    [401, 'Timestamp out of range', /Compare the clocks of this machine and of the target, then check ASSAY_/],
    [400, 'Timestamp outside of recvWindow', /Compare the clocks of this machine and of the target, then check ASSAY_/],
    [401, 'request expired', /Compare the clocks of this machine and of the target, then check ASSAY_/],
    [401, 'API key expired', /it says "API key expired"\. Check ASSAY_/],
    [403, 'Not enough balance', /Fund the account .*, or ask for a smaller amount\.$/],
    [200, 'Insufficient funds', /Fund the account .*, or ask for a smaller amount\.$/],
  ] as const)('of a withdrawal with %s in words about time or funds looks there: %s', ([status, message, want]) => {
    const refused = answered(signed, { status, headers: [['date', new Date(began).toUTCString()]], body: { status: 'error', message } })
    expect(problems([refused, accepted(paged)])).toEqual([expect.stringMatching(want)])
  })

  it('that all operations are refused with asks for the doctor only where wrong requests came before', () => {
    const refused = [plain, paged, signed].map((each) => answered(each, { status: 401 }))
    const opened = { ...answered(plain, { status: 401 }), role: openingRole, id: 'opening' }
    expect(problems(refused)).toEqual([expect.not.stringContaining('assay doctor')])
    expect(problems([opened, ...refused])).toEqual([expect.stringMatching(/If `assay doctor` is let in with them/)])
  })

  it('that denies a terminal looks at that before the credential', () => {
    const denied = answered(paged, { status: 403, body: { message: 'Terminal 1 is not yours' } })
    expect(problems([denied, accepted(plain)])).toEqual([
      expect.stringMatching(/Check what is asked for \(ASSAY_TERMINAL_ID\), then ASSAY_API/),
    ])
  })

  it('that knows the credentials names what the answer speaks of alone, and the access to withdrawals', () => {
    const opened = { ...answered(signed, { status: 401 }), role: openingRole, id: 'opening' }
    const told = (status: number, message: string) => problems([opened, answered(signed, { status, body: { message } }), accepted(paged)])
    expect(told(422, 'amount is below the minimum')).toEqual([
      expect.stringMatching(/Check what is asked for \(ASSAY_WITHDRAW_AMOUNT\)\.$/),
    ])
    expect(told(400, 'invalid walletAddress for this chain')).toEqual([
      expect.stringMatching(/asked for \(ASSAY_WALLET_ADDRESS, ASSAY_WITHDRAW_CHAIN\)\.$/),
    ])
    expect(told(400, 'merchant_code is required')).toEqual([
      expect.stringMatching(/How ASSAY_MERCHANT_CODE travels the source does not show/),
    ])
    expect(told(403, 'Only for VIP merchants')).toEqual([expect.stringMatching(/Ask whether access was granted, .*, then check what is/)])
  })

  it('that is a login points at the address too, unless that serves others', () => {
    const login = page(200, 'Log in')
    expect(problems([plain, paged, signed].map((each) => answered(each, login)))).toEqual([
      expect.stringMatching(/see what is there, then check the address, and ASSAY_ACCESS_TOKEN/),
    ])
    expect(problems([answered(plain, login), accepted(paged)])).toEqual([
      expect.stringMatching(/is there, then check ASSAY_ACCESS_TOKEN\.$/),
    ])
    const announced = { ...login, body: '<title>Log in</title><input type="password"><p>Maintenance on Sunday' }
    expect(problems([answered(plain, announced), accepted(paged)])).toEqual([expect.stringMatching(/a login may be in the way/)])
  })

  it('that spells the payload in another way names it', () => {
    const given = answered(plain, { status: 200, body: { Status: 'success', Data: [{ Rank: 1 }] } })
    expect(problems([given, accepted(paged)])).toEqual([expect.stringMatching(/with what may be its payload under another name, Data\./)])
  })

  it('that all operations give looks at the address first, unless these are about access', () => {
    const told = (status: number, message: string) =>
      problems([plain, paged, signed].map((each) => answered(each, { status, body: { status: 'error', message } })))
    expect(told(400, 'a query is missing')).toEqual([
      expect.stringMatching(/it says "a query is missing"\. Check the address .* If it is right, check what is/),
    ])
    const differing = [plain, paged, signed].map((each, at) => answered(each, { status: 400, body: { message: `Query ${at} is missing` } }))
    expect(problems(differing)).toEqual([expect.stringMatching(/Check the address .* If it is right, check what is/)])
    expect(told(200, 'merchant not found')).toEqual([expect.stringMatching(/does it come from this service\? Then check ASSAY_/)])
    expect(told(200, 'no such resource')).toEqual([expect.stringMatching(/does it come from this service\? Check the address /)])
    expect(told(200, 'Invalid token')).toEqual([expect.stringMatching(/does it come from this service\? Then check ASSAY_/)])
  })

  it('that wrong requests get alike speaks of a mock, not of credentials', () => {
    const answer = { status: 200, body: {} }
    const all = [answered(plain, { ...answer, role: openingRole }), answered(plain, answer), accepted(paged)]
    expect(problems(all)).toEqual([
      expect.stringMatching(/payload, and a wrong one alike\. Read its answer .*a mock may.*Check the address https:/),
    ])
    const atOne = { ...target, bases: Object.fromEntries(Object.keys(target.bases).map((base) => [base, 'https://one.example'])) }
    const sent = all.map((each) => ({
      ...each,
      request: { ...each.request, url: each.request.url.replace(/\w+\.example/, 'one.example') },
    }))
    expect(problems(sent, atOne)).toEqual([expect.stringMatching(/a mock may answer anything with it\. Then check ASSAY_\w+\.$/)])
    const refused = { status: 200, body: { status: 'error', message: 'Unauthorized.' } }
    const denied = [answered(plain, { ...refused, role: openingRole }), answered(plain, refused), accepted(paged)]
    expect(problems(denied)).toEqual([expect.stringMatching(/payload; it says "Unauthorized"\. .*Then check ASSAY_/)])
    const inAWord = { status: 200, body: { status: 'error', message: 'token?' } }
    const asked = [answered(plain, { ...inAWord, role: openingRole }), answered(plain, inAWord), accepted(paged)]
    expect(problems(asked)).toEqual([expect.stringMatching(/payload; it says "token\?"\. .*Then check ASSAY_/)])
  })
})
