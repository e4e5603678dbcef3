import { describe, expect, it } from 'vitest'
import { firstPageRole } from '../../engine/probes/roles.ts'
import { filterRole, isFilterRole, isRightRole, momentOf, passes, readingRole } from './page-roles.ts'

describe('the role of a page', () => {
  it.for(passes.flatMap((pass) => [0, 3, 6].map((moment) => ({ pass, moment }))))('tells when it was read: $pass, $moment', (when) => {
    expect(momentOf(readingRole(when, 12, 100))).toEqual(when)
  })

  it('is first for the page before all others', () => {
    expect(momentOf(firstPageRole)).toEqual({ pass: 'sweep', moment: 0 })
  })

  it.for(['filter.cut', 'often.2.page-1.of-5', 'sweep.2', 'sweep.two.page-1.of-5', 'control', ''])(
    'tells no moment where it is none: %s',
    (role) => {
      expect(momentOf(role)).toBeUndefined()
    },
  )

  it('tells a filter of the right type from one of another', () => {
    expect([filterRole('cut'), filterRole('number'), 'filter.else'].map((role) => [isFilterRole(role), isRightRole(role)])).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ])
  })
})
