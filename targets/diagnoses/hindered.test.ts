import { expect, it } from 'vitest'
import type { Exchange } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { type Answer, accepted, answered, paged, plain, problems } from './exchanges.fixture.ts'

it.each([
  [401, /refuses a right request with 401: either the settings or the target may be wrong; it says "Log in"\. Check ASSAY_/],
  [422, /refuses a right request with 422: either .*Check what is asked for/],
  [200, /with 200, and with nothing that could be its payload; it says "Log in"\. Read its answer .*Then check ASSAY_/],
])('a web page with %i, as others refuse wrong requests by, is none that stands in the way', (status, want) => {
  const page: Answer = { status, headers: [['content-type', 'text/html']], body: '<p>Log in</p>' }
  const opening = { role: openingRole }
  expect(problems([answered(plain, page), answered(paged, { ...page, ...opening }), accepted(paged)])).toEqual([
    expect.stringMatching(want),
  ])
  const others: readonly Exchange[][] = [
    [answered(paged, { ...page, ...opening })],
    [answered(paged, opening), accepted(paged)],
    [answered(paged, { ...page, status: 403, ...opening }), accepted(paged)],
    [answered(plain, { ...page, ...opening }), accepted(paged)],
    [answered(paged, page), accepted(paged)],
  ]
  for (const all of others) expect(problems([answered(plain, page), ...all])).toContainEqual(expect.stringContaining('may be in the way'))
})
