import { describe, expect, it } from 'vitest'
import { exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { amongRole, controlRoles } from '../../engine/probes/roles.ts'
import { judge, refusedPage, rightPages, rightPagesBut } from './page-answers.fixture.ts'

describe('a promised page that is refused by 403 at once with pages that are answered', () => {
  const at = (role: string, status: number, startedAt: number): Exchange => ({
    ...exchange(paged, role, response(status, status === 200 ? paged.success.example : { error: 'no' })),
    startedAt,
  })
  const pages = rightPagesBut(refusedPage(3, 5, 403))

  it('tells nothing where ordinary requests are refused alike', () => {
    const ordinary = [at(controlRoles.before, 200, 0), at(amongRole.numbered(1), 403, 9), at(controlRoles.after, 403, 9)]
    expect(() => judge('answered', pages, ordinary)).toThrow(/may limit how many requests it answers/)
  })

  it.for([
    { given: 'one of them, which may be chance,', status: 403, more: 200 },
    { given: 'all by another status', status: 401, more: 401 },
  ])('is found where $given is refused', ({ status, more }) => {
    const ordinary = [at(controlRoles.before, 200, 0), at(amongRole.numbered(1), status, 9), at(controlRoles.after, more, 9)]
    const between = pages.map((page) => (page.role === rightPages[1]?.role ? { ...page, startedAt: 5 } : page))
    expect(judge('answered', between, ordinary)).toHaveLength(1)
  })

  it.for([
    { accepted: 4, isFound: false },
    { accepted: 5, isFound: true },
    { accepted: 7, isFound: true },
    { accepted: 9, isFound: true },
    { accepted: 10, isFound: false },
    { accepted: 4, status: 401, isFound: true },
  ])('at 5, beside an ordinary one at 9, is found if one is accepted in between, or its status is another: %j', (given) => {
    const { accepted, status = 403, isFound } = given
    const ordinary = [at(controlRoles.before, 200, accepted), at(amongRole.numbered(1), status, 9)]
    const timed = pages.map((page) => (page.response?.status === 403 ? { ...page, startedAt: 5 } : page))
    if (isFound) expect(judge('answered', timed, ordinary)).toHaveLength(1)
    else expect(() => judge('answered', timed, ordinary)).toThrow(/may limit how many requests it answers/)
  })
})

it.each([
  ['refused is found', 403, 1],
  ['a redirect is found', 302, 1],
  ['answered with nothing is found', 200, 1],
  ['a breakdown is the finding of another check', 500, 0],
])('a promised page that is %s: %i', (_, status, findings) => {
  expect(judge('answered', rightPagesBut(refusedPage(3, 5, status)))).toHaveLength(findings)
})

it.each([408, 504])('a promised page that gets %i, which is no answer, tells nothing', (status) => {
  expect(() => judge('answered', rightPagesBut(refusedPage(3, 5, status)))).toThrow(`answered with ${status}`)
})

it('a promised page that is refused where its request is written with escapes says so', () => {
  const page = refusedPage(3, 5, 400)
  const body = Buffer.from(String(page.request.body).replace('{', '{"x":"\\u0041",'))
  const escaped = { ...page, request: { ...page.request, body } }
  const found = (one: Exchange) => judge('answered', rightPagesBut(one)).map(({ actual }) => actual)
  expect([...found(page), ...found(escaped)]).toEqual(['400', '400, to JSON that is written with white space and escapes'])
})
