import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Target } from '../../engine/target.ts'
import { type Answer, accepted, answered, paged, plain, problems, target } from './exchanges.fixture.ts'

describe('a redirect', () => {
  it.each<[what: string, answer: Answer, want: RegExp]>([
    ['says where to', { status: 302, headers: [['Location', 'https://login.example/']] }, /redirect \(302 to https:\/\/login\.example\/\)/],
    [
      'to the same elsewhere says which address to set',
      { status: 301, headers: [['Location', `https://new.example/v2${plain.path}?a=1`]] },
      /is redirected to https:\/\/new\.example\/v2 \(301\), which is not followed\. Set the address to https:\/\/new\.example\/v2\.$/,
    ],
    [
      'to another host speaks of no prefix',
      { status: 302, headers: [['Location', 'https://portal.example/start']] },
      /redirect \(302 to https:\/\/portal\.example\/start\), which is not followed\. Open https:\S+ in a browser/,
    ],
    [
      'to itself names no other address',
      { status: 307, headers: [['Location', `${plain.path}`]] },
      /redirected to its own address \(307\).*Look at what stands before it/,
    ],
    [
      'to its own path with a slash behind it asks for the path itself',
      { status: 308, headers: [['Location', `${plain.path}/?a=1`]] },
      /redirected to its own path with a slash behind it \(308\), which is not followed\. Let the target answer at the path itself/,
    ],
    ['that does not say where to looks at the address', { status: 302 }, /redirect \(302\), which is not followed\. Check the address/],
    [
      'is none by another status, whatever address it says',
      { status: 401, headers: [['Location', '/login']] },
      /refuses a right request with 401: either the settings or/,
    ],
  ])('%s', (_, answer, want) => {
    expect(problems([answered(plain, answer), accepted(paged)])).toEqual([expect.stringMatching(want)])
  })

  it('to the path that was asked for with a query, and a slash behind it, is no other address', () => {
    const slashed = answered(plain, { status: 308, headers: [['Location', `${plain.path}/`]] })
    const asked = { ...slashed, request: { ...slashed.request, url: `${slashed.request.url}?a=1` } }
    expect(problems([asked, accepted(paged)])).toEqual([expect.stringContaining('with a slash behind it')])
  })

  it('of everything to https says the address once', () => {
    const here: Target = { ...target, bases: Object.fromEntries(contract.bases.map((base) => [base, 'http://one.example'])) }
    const moved = contract.operations.map((each) => {
      const to = answered(each, { status: 301, headers: [['location', `https://one.example${each.path}`]] })
      return { ...to, request: { ...to.request, url: `http://one.example${each.path}` } }
    })
    expect(problems(moved, here)).toEqual([
      'refused: Every operation is redirected to https://one.example (301), which is not followed. Set the address to https://one.example.',
    ])
  })

  it('of everything to a login is one, though each names where it came from', () => {
    const said = problems(
      contract.operations.map((each) => answered(each, { status: 302, headers: [['location', `/login?next=${each.path}`]] })),
    )
    expect(said).toEqual([
      expect.stringMatching(
        /^refused: Every operation answers with a redirect \(302 to \/login\?…\), which is not followed: a login may be in the way\. Open /,
      ),
    ])
  })
})
