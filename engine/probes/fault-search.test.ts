import { expect, it } from 'vitest'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { evidenceOf, exchange, idleProbe, listing, response } from '../evidence/evidence.fixture.ts'
import { searchingFaults } from './fault-search.ts'
import type { Probe, ProbeCourse } from './probe.ts'
import type { Step } from './steps.ts'

/** How many requests follow where requests by role were answered so, and one that is repeated is answered with `anew`. */
async function followed(answers: Readonly<Record<string, number>>, anew: number): Promise<number[]> {
  const answered = (role: string, status: number) => {
    const operation = role === 'wrong.other-method' ? { ...listing, method: 'HEAD' } : listing
    return exchange(operation, role, status > 0 ? response(status, { message: 'it failed' }) : undefined)
  }
  const sent = Object.entries(answers).map(([role, status]) => answered(role, status))
  const batches: number[] = []
  const sendAll = async (steps: readonly Step[]) => {
    batches.push(steps.length)
    return steps.map(({ role }) => answered(role, anew))
  }
  const step = (role: string): Step => ({ role, build: () => exchange(listing, role).request })
  const probe = { ...idleProbe(listing), recipe: step, opening: { role: 'wrong.opening' } } as unknown as Probe
  const course = { client: {}, recorder: { recorded: () => evidenceOf(probe, sent), sendAll } } as unknown as ProbeCourse
  await searchingFaults(probe, listing as SchemeOperation).run(course)
  return batches
}

it.each<[what: string, answers: Readonly<Record<string, number>>, anew: number, batches: readonly number[]]>([
  ['nothing, where no wrong request broke it down', { 'wrong.opening': 401, 'wrong.a': 401 }, 401, []],
  ['right requests, where one did by chance', { 'wrong.opening': 401, 'wrong.a': 500 }, 401, [1, 60]],
  ['no more than the same again, where it does so each time', { 'wrong.opening': 401, 'wrong.a': 500 }, 500, [1]],
  [
    'four again at most',
    { 'wrong.opening': 401, 'wrong.a': 500, 'wrong.b': 500, 'wrong.c': 500, 'wrong.d': 500, 'wrong.e': 500 },
    500,
    [4],
  ],
  ['nothing, where all that is wrong is refused so', { 'wrong.opening': 500, 'wrong.a': 500 }, 401, []],
  ['nothing, where it is not known how it refuses', { 'wrong.opening': 0, 'wrong.a': 500 }, 401, []],
  ['nothing, where only a right one did', { 'wrong.opening': 401, control: 500 }, 401, []],
  ['right requests, where one got 501 by chance', { 'wrong.opening': 401, 'wrong.a': 501 }, 401, [1, 60]],
  ['nothing, where another method is not known', { 'wrong.opening': 401, 'wrong.other-method': 501 }, 401, []],
])('of a target that breaks down, is asked: %s', async (_, answers, anew, batches) => {
  expect(await followed(answers, anew)).toEqual(batches)
})
