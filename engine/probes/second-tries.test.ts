import { expect, it } from 'vitest'
import type { Client } from '../client/client.ts'
import { evidenceOf, exchange, idleProbe, response, signed } from '../evidence/evidence.fixture.ts'
import { createSeed } from '../seed.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import { tryingAgain } from './second-tries.ts'
import type { Step } from './steps.ts'

const accepted = { message: 'registered', data: { withdrawId: 1 } }
const statuses = { accepted: 200, refused: 400, later: 429, broken: 500 } as const

/** A probe whose recipe builds what is right and was sent; the control alone is usual. */
const asking: Probe = {
  ...idleProbe(signed),
  isUnusual: (role) => role.startsWith('odd'),
  isOpen: (role) => role.startsWith('odd-open'),
  cost: () => ({ requests: 2, signed: 2, registers: 2, mayRegister: 2, chain: 2 }),
  recipe: (role) => (role.endsWith('.again') ? undefined : { role, build: () => exchange(signed, role).request }),
}

/** What is sent again where requests by role were answered so, and what was refused may last but for these roles. */
async function triedAgain(answers: Readonly<Record<string, keyof typeof statuses>>, passing: readonly string[] = []): Promise<string[]> {
  const sent = Object.entries(answers).map(([role, answer]) =>
    exchange(signed, role, response(statuses[answer], answer === 'accepted' ? accepted : { message: 'no' })),
  )
  const roles: string[] = []
  const send = async (step: Step) => {
    roles.push(step.role)
    return exchange(signed, step.role)
  }
  const recorder = { recorded: () => evidenceOf(asking, sent), send }
  const course = { client: { seed: createSeed('again') } as Client, recorder, wanted: new Set() } as unknown as ProbeCourse
  await tryingAgain(asking, ({ role }) => !passing.includes(role)).run(course)
  return roles
}

it.each<[what: string, answers: Parameters<typeof triedAgain>[0], again: readonly string[]]>([
  ['nothing, where all is accepted', { control: 'accepted', odd: 'accepted' }, []],
  ['what is unusual and refused', { control: 'accepted', odd: 'refused', 'odd-too': 'accepted' }, ['odd.again']],
  ['nothing, where an ordinary one is refused', { control: 'accepted', 'control-after': 'refused', odd: 'refused' }, []],
  ['nothing that breaks down, or is told to come later', { control: 'accepted', odd: 'broken', 'odd-too': 'later' }, []],
  ['nothing wrong', { control: 'accepted', 'wrong.odd': 'refused' }, []],
])('is sent again: %s', async (_, answers, again) => {
  expect(await triedAgain(answers)).toEqual(again)
})

it('sends one of several again, and none that may be answered otherwise by then', async () => {
  const several = { control: 'accepted', odd: 'refused', 'odd-too': 'refused' } as const
  expect(await triedAgain(several)).toHaveLength(1)
  expect(await triedAgain(several, ['odd'])).toEqual(['odd-too.again'])
  expect(await triedAgain(several, ['odd', 'odd-too'])).toEqual([])
})

it('sends again what may be refused in any way only where nothing else was refused', async () => {
  const open = { 'odd-open': 'refused', 'odd-open-too': 'refused', 'odd-open-as-well': 'refused' } as const
  expect(await triedAgain({ control: 'accepted', ...open, odd: 'refused' })).toEqual(['odd.again'])
  expect(await triedAgain({ control: 'accepted', ...open })).toHaveLength(1)
})

it('sends nothing again where much followed from answers', async () => {
  const following = Array.from({ length: 20 }, (_, number) => [`odd-${number}`, 'accepted' as const])
  expect(await triedAgain({ control: 'accepted', odd: 'refused', ...Object.fromEntries(following.slice(0, 9)) })).toEqual(['odd.again'])
  expect(await triedAgain({ control: 'accepted', odd: 'refused', ...Object.fromEntries(following) })).toEqual([])
})

it('takes what is sent again for what it repeats', () => {
  const { isRight, isUnusual, recipe } = tryingAgain(asking, () => true)
  const { role } = recipe('odd.again', {} as Client, new Map()) ?? {}
  expect([isRight('odd.again'), isUnusual?.('odd.again'), isUnusual?.('control'), isRight('wrong.again'), role]).toEqual([
    true,
    true,
    false,
    false,
    'odd.again',
  ])
})
