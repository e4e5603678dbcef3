import { describe, expect, it } from 'vitest'
import { mistakes } from '../../contracts/mistakes/mistakes.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Exchange, SentRequest } from '../../engine/exchange.ts'
import { signedRequest, signedValues } from '../../engine/probes/request.ts'
import { controlRoles, openingRole } from '../../engine/probes/roles.ts'
import { createSeed } from '../../engine/seed.ts'
import { acceptedInstead } from '../../suites/signatures/accepted-instead.ts'
import { rarelySigned } from '../../suites/signatures/mistakes/rare.ts'
import { accepted, answered, began, paged, plain, problems, signed, target } from './exchanges.fixture.ts'

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

  it('is explained by all mistakes that the accepted request stands for, since it cannot tell which of them it is', () => {
    expect(problems([answered(signed, {}), tried('includes-chain')])).toEqual([
      expect.stringContaining('accepts a wrong one: it signs with chain behind the parts, or with description behind the parts.'),
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

  it('is explained by how the signature was made whose way the seed chose, and not where that request is right', () => {
    if (!isSigned(signed)) throw new Error('nothing is signed')
    const carrier = { role: openingRole, time: began, changes: {} }
    const wrong = signedRequest(signed, target, rarelySigned(signed, { target, seed: createSeed('instead') }, carrier))
    const asked = (role: string, request: SentRequest) => ({ ...tried(role), request })
    expect(problems([answered(signed, {}), asked(openingRole, wrong)])).toEqual([
      expect.stringContaining('accepts a wrong one: it signs with timestamp and amount swapped.'),
    ])
    // The first wrong one alone is accepted, and a whole row refused: no lockout.
    const row = Array.from({ length: 8 }, (_, at) => answered(signed, { role: `wrong-${at}` }))
    expect(problems([asked(openingRole, wrong), answered(signed, {}), ...row])).toEqual([
      expect.stringContaining('accepts a wrong one: it signs with timestamp and amount swapped.'),
    ])
    expect(problems([tried(openingRole), answered(signed, {}), ...row])).toEqual([
      expect.stringContaining('but for the first wrong request.'),
    ])
    const right = signedRequest(signed, target, signedValues(signed, target, began))
    expect(problems([answered(signed, {}), asked('variety.spacing', right)])).toEqual([expect.stringMatching(/^refused: /)])
    expect(acceptedInstead(signed, [tried(controlRoles.before), asked(openingRole, wrong)], target.settings)).toEqual([])
    const rest = Array.from({ length: 5 }, () => asked('variety.spacing', right))
    const behind = (before: Exchange[]) => acceptedInstead(signed, [...before, asked(openingRole, wrong)], target.settings)
    expect([rest.slice(1), rest].map(behind), 'five are looked into').toEqual([['it signs with timestamp and amount swapped'], []])
  })

  it.each([
    ['whole.quoted', 'it takes a request with its signature in quotation marks'],
    ['whole.none', 'it takes a request without x-signature'],
    ['seldom.fourth', 'it signs in quotation marks'],
    ['place.anywhere', undefined],
  ])('is explained by what %s stands for: %s', (role, said) => {
    if (!isSigned(signed)) throw new Error('nothing is signed')
    const { signature, ...values } = signedValues(signed, target, began)
    const isAbsent = said === undefined || role === 'whole.none'
    const request = signedRequest(signed, target, { ...values, signature: isAbsent ? undefined : `"${signature}"` })
    expect(acceptedInstead(signed, [{ ...tried(role), request }], target.settings)).toEqual(said === undefined ? [] : [said])
  })

  it('names three of many', () => {
    const many = titles.slice(0, 5).map(({ id }) => tried(id))
    expect(problems([answered(signed, {}), ...many])[0]).toMatch(/; and 2 more\./)
  })

  it('says where the signed text is shown, where nothing explains it', () => {
    const [said, ...others] = problems([answered(signed, {}), accepted(plain), accepted(paged)])
    expect(said).toMatch(/ Check [A-Z_, ]+.* If they are right, compare what the target signs with `assay sign --explain`, part by part\.$/)
    expect(others).toEqual([])
    expect(problems([answered(signed, {}), answered(plain, {}), accepted(paged)]).join(), 'some of them sign nothing').not.toContain(
      '--explain',
    )
  })

  it('has no such explanation where an accepted request was a right one', () => {
    expect(problems([answered(signed, {}), tried('variety.spacing')])).toEqual([expect.stringMatching(/^refused: /)])
  })
})
