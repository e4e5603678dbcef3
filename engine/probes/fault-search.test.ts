import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { evidenceOf, exchange, idleProbe, listing, response } from '../evidence/evidence.fixture.ts'
import { searchingFaults } from './fault-search.ts'
import type { ProbeCourse } from './probe.ts'
import { controlRoles, isAmongWrong } from './roles.ts'
import type { Step } from './steps.ts'

/** What follows where requests by role were answered so: how many again, answered with `anew`, and how many right ones with `right`. */
async function followed(
  answers: Readonly<Record<string, number>>,
  { anew, right = 200, own = listing }: { readonly anew: number; readonly right?: number; readonly own?: Operation },
): Promise<[again: number, right: number]> {
  const answered = (role: string, status: number) => {
    const operation = role === 'wrong.other-method' ? { ...own, method: 'HEAD' } : own
    const body = status === 200 ? own.success.example : { message: 'it failed' }
    return exchange(operation, role, status > 0 ? response(status, body) : undefined)
  }
  const probe = { ...idleProbe(own), recipe: (role: string): Step => ({ role, build: () => exchange(own, role).request }) }
  const roles: string[] = []
  const send = async ({ role }: Step) => {
    roles.push(role)
    return answered(role, isAmongWrong(role) ? right : anew)
  }
  const recorded = () =>
    evidenceOf(
      probe,
      Object.entries({ [controlRoles.after]: 200, ...answers }).map(([role, status]) => answered(role, status)),
    )
  const target = { bases: { [own.base]: 'http://pay.example' } }
  const course = { client: { target, order: {} }, recorder: { recorded, send } } as unknown as ProbeCourse
  await searchingFaults(probe, own).run(course)
  const among = roles.filter(isAmongWrong).length
  return [roles.length - among, among]
}

/** So many wrong requests, of which some broke the target down. */
function wrongOnes(broken: number, all: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: all }, (_, at) => [`wrong.${at}`, at < broken ? 500 : 401]))
}

it.each<[what: string, answers: Readonly<Record<string, number>>, anew: number, next: readonly [again: number, right: number]]>([
  ['nothing, where no wrong request broke it down', wrongOnes(0, 2), 401, [0, 0]],
  ['three times as many right requests as one breaks it down of, where one did by chance', wrongOnes(1, 20), 401, [1, 60]],
  ['fewer, where more did', wrongOnes(3, 60), 401, [3, 60]],
  ['no more than some, where hardly any did', wrongOnes(1, 90), 401, [1, 150]],
  ['no more than the same again, where it does so each time', wrongOnes(1, 20), 500, [1, 0]],
  ['four again at most', wrongOnes(5, 20), 500, [4, 0]],
  ['nothing, where all that is wrong is refused so', wrongOnes(2, 2), 401, [0, 0]],
  ['nothing, where it is not known how it refuses', { 'wrong.a': 0, 'wrong.b': 500 }, 401, [0, 0]],
  ['right requests, where the first of all did by chance', { 'wrong.opening': 500, 'wrong.a': 401, 'wrong.b': 401 }, 401, [1, 9]],
  ['nothing, where right ones are turned away in the end', { ...wrongOnes(1, 20), [controlRoles.after]: 403 }, 401, [0, 0]],
  ['nothing, where only a right one did', { 'wrong.opening': 401, control: 500 }, 401, [0, 0]],
  ['right requests, where one got 501 by chance', { 'wrong.opening': 401, 'wrong.a': 501 }, 401, [1, 6]],
  ['nothing, where another method is not known', { 'wrong.opening': 401, 'wrong.other-method': 501 }, 401, [0, 0]],
])('of a target that breaks down, is asked: %s', async (_, answers, anew, next) => {
  expect(await followed(answers, { anew })).toEqual(next)
})

it('no more right requests follow once one broke it down', async () => {
  expect(await followed(wrongOnes(1, 90), { anew: 401, right: 500 })).toEqual([1, 30])
})

it('no more right requests follow once one is turned away, as by a lockout', async () => {
  expect(await followed(wrongOnes(1, 90), { anew: 401, right: 403 })).toEqual([1, 30])
})

it('nothing follows that may move money elsewhere than on this machine', async () => {
  expect(await followed(wrongOnes(1, 20), { anew: 401, own: { ...listing, movesMoney: true } })).toEqual([0, 0])
})
