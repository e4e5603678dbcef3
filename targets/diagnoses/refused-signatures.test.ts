import { describe, expect, it } from 'vitest'
import { mistakes } from '../../contracts/mistakes/mistakes.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { acceptedInstead } from '../../suites/signatures/accepted-instead.ts'
import { answered, problems, signed } from './exchanges.fixture.ts'

describe('a right signature that is refused', () => {
  const construction = signed.authentication.kind === 'signed' ? signed.authentication.signature.construction : undefined
  const titles = construction ? mistakes(construction).filter(({ open }) => !open) : []
  const tried = (role: string) => answered(signed, { role, status: 200, body: signed.success.example })

  it('is explained by the mistake that is accepted instead, in its words', () => {
    const [one] = titles
    if (!one) throw new Error('there is no mistake')
    expect(problems([answered(signed, {}), tried(one.id)])).toEqual([
      expect.stringContaining(`refuses the right signature with 401 and accepts a wrong one: it signs ${one.title}.`),
    ])
  })

  it.each([
    ['ASSAY_SIGNING_SECRET', titles.find(({ title }) => title.includes('secret'))?.id ?? ''],
    ['ASSAY_API_KEY', 'key-id.altered-case'],
    ['ASSAY_MERCHANT_CODE', 'signs.merchantCode.in-upper-case'],
  ])('by a mistake about %s asks for a look at that as well', (variable, role) => {
    expect(problems([answered(signed, {}), tried(role)])).toEqual([
      expect.stringContaining(`has to be fixed, unless ${variable} is not written as the service gave it.`),
    ])
  })

  it.each([
    ['encodes-upper-case', 'it signs in upper-case hexadecimal'],
    ['timestamp.seconds', 'it takes a timestamp in seconds, signed so'],
  ])('is explained by what it accepts in its place, and may accept beside it: %s', (role, said) => {
    expect(problems([answered(signed, {}), tried(role)])).toEqual([expect.stringContaining(`accepts a wrong one: ${said}.`)])
    expect(acceptedInstead(signed, [tried(controlRoles.before), tried(role)])).toEqual([])
  })

  it('names three of many', () => {
    const many = titles.slice(0, 5).map(({ id }) => tried(id))
    expect(problems([answered(signed, {}), ...many])[0]).toMatch(/; and 2 more\./)
  })

  it('has no such explanation where an accepted request was a right one', () => {
    expect(problems([answered(signed, {}), tried('variety.spacing')])).toEqual([expect.stringMatching(/^refused: /)])
  })
})
