import { expect, it } from 'vitest'
import type { Client } from '../../../engine/client/client.ts'
import { exchange, response, signed, target } from '../../../engine/evidence/evidence.fixture.ts'
import { openingRole } from '../../../engine/probes/roles.ts'
import { usual } from '../headers/key-ids.ts'
import { formGroups, formsAtOnce } from './form-requests.ts'

const odd = formGroups(signed).find(({ hopeless }) => hopeless)

/** True if each odd value is tried, where one that nobody takes is refused with `own`, and wrong signatures with these. */
function goesOn(own: unknown, ...wrong: readonly unknown[]): boolean | undefined {
  const [hopeless] = (odd && formsAtOnce(signed, odd).next?.(target)) ?? []
  const roles = [openingRole, usual.signature, 'whole.first-changed']
  const sent = wrong.map((body, at) => [roles[at] ?? '', exchange(signed, roles[at] ?? '', response(400, body))] as const)
  return hopeless?.onAnswer?.(exchange(signed, 'odd', response(400, own)), new Map(sent), {} as Client)
}

it.each<[what: string, own: unknown, wrong: readonly unknown[], isOn: boolean]>([
  ['as they are', 'not signed', ['not signed', 'not signed'], false],
  ['in other words', 'no amount', ['not signed', 'not signed'], true],
  ['in their words, each with an id of its own', 'not signed: e4711', ['not signed: e4709', 'not signed: e4710'], false],
  ['in other words, each with an id of its own', 'no amount: e4711', ['not signed: e4709', 'not signed: e4710'], true],
  ['with another number, where theirs is one', 'field 2 is wrong', ['field 1 is wrong', 'field 1 is wrong'], true],
  [
    'with another code',
    { code: 42, at: 'e3' },
    [
      { code: 41, at: 'e1' },
      { code: 41, at: 'e2' },
    ],
    true,
  ],
  ['with an id, where only one signature is known', 'not signed: e4711', ['not signed: e4709'], true],
])('odd values are tried one by one unless the hopeless one is refused like wrong signatures: %s', (_, own, wrong, isOn) => {
  expect(goesOn(own, ...wrong)).toBe(isOn)
})
