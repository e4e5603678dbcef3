import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { listPointer } from '../../contracts/fields.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { exitCode } from '../../engine/run.ts'
import { withValue } from '../../provider/edits.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { mutant } from '../mutant.ts'

const [operation] = contract.operations as [Operation]
const [input = ''] = operation.parameters.map(({ name }) => name)

it.each([
  ['to requests that name nothing', (asked: string | null) => asked === null],
  ['where something unknown is asked for', (asked: string | null) => asked !== defaultSettings[input]],
])('records that stand in no answer but those %s prove nothing of their fields', async (_, isAnswered) => {
  const lacking = mutant(operation, {
    id: 'lacking',
    title: '',
    caughtBy: [],
    hooks: () => ({
      answer: (answer, { query }) => (isAnswered(query.get(input)) ? answer : withValue(answer, listPointer(operation) ?? '', [])),
    }),
  })
  const finished = await judgeInProcess({ contract, mutant: lacking }, { operations: [operation.id] })
  expect(exitCode(finished)).toBe(3)
  expect(finished.outcomes.map(({ reason }) => reason).join()).toContain('Only answers to unusual requests contain')
})
