import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { createCatalogue } from '../../suites/index.ts'
import { exchange, listing, response, signed, target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import { abortConditionOf } from './abort-condition.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)

/** An answer by its role and status; none where the connection broke, or, at -1, where it was not sent. */
type Answer = readonly [role: string, status: number, lost?: number]

function sent(operation: Operation, [role, status, lost]: Answer): Exchange {
  const probe = `${operation.id}.${operation === signed ? 'signature' : 'credential'}`
  const received = status > 0 ? response(status, status === 200 ? operation.success.example : { message: 'no' }) : undefined
  const unsent = status < 0 ? { failure: { kind: 'unsent', message: 'not sent' } as const } : {}
  return { ...exchange(operation, role, received), probe, ...unsent, ...(lost === undefined ? {} : { lost }) }
}

function asked(operation: Operation, answers: readonly Answer[]) {
  const condition = abortConditionOf(planned)
  const met = answers.findIndex((answer) => condition.isMet(sent(operation, answer)))
  return [met, condition.wasMet, condition.isByLosses]
}

const never = [-1, false, false]
const refused = Array.from({ length: 30 }, (): Answer => ['none', 401])
const broken: Answer = ['none', 0]

it.each<[what: string, operation: Operation, answers: readonly Answer[], want: readonly unknown[]]>([
  [
    'once a right request is refused',
    listing,
    [
      ['control', 200],
      ['none', 401],
      ['among-1', 401],
    ],
    [2, true, false],
  ],
  [
    'not where an unusual one is',
    listing,
    [
      ['control', 200],
      ['client.again', 401],
    ],
    never,
  ],
  ['not where the first withdrawal is', signed, [['control', 400]], never],
  [
    'not where the last ones are',
    signed,
    [
      ['control', 200],
      ['seen', 400],
      ['control-after', 400],
    ],
    never,
  ],
  [
    'once another is accepted after one that was refused',
    signed,
    [
      ['control', 200],
      ['among-1', 400],
      ['control-after', 200],
    ],
    [2, true, false],
  ],
  [
    'not where it is the first that is accepted',
    signed,
    [
      ['control', 400],
      ['seen', 200],
    ],
    never,
  ],
  ['once one gets no answer', signed, [['control', 0]], [0, true, true]],
  ['once three wrong ones are lost', listing, [['control', 200], broken, broken, broken], [3, true, true]],
  ['not by two', listing, [['control', 200], broken, broken], never],
  ['not by three of very many', listing, [...refused, broken, broken, broken], never],
  [
    'where a gateway answers for it',
    listing,
    [
      ['none', 502],
      ['none', 504],
      ['none', 502],
    ],
    [2, true, true],
  ],
  [
    'not by what was not sent',
    listing,
    [
      ['none', -1],
      ['none', -1],
      ['none', -1],
    ],
    never,
  ],
  [
    'once right ones lose many answers',
    listing,
    [
      ['control', 200, 1],
      ['among-1', 200, 1],
      ['among-2', 200, 1],
    ],
    [1, true, true],
  ],
  ['so do unusual ones that are accepted', listing, [['client.again', 200, 3]], [0, true, true]],
  ['not those that may be refused', listing, [['client.again', 401, 3]], never],
])('a slower run is given up: %s', (_, operation, answers, want) => expect(asked(operation, answers)).toEqual(want))
