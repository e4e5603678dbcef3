import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { diagnose } from '../diagnosis.ts'
import { accepted, answered, paged, plain, target } from './exchanges.fixture.ts'

const [source = ''] = plain.parameters.map(({ name }) => name)
const isWrong = ({ role }: Exchange) => role.startsWith('wrong')

/** What is said where a wrong request is accepted for some values of an input, and refused for others. */
function said(rows: readonly (readonly [value: unknown, isAccepted: boolean])[], input: string, operation = plain): string | undefined {
  const wrong = rows.map(([value, isAccepted], index): Exchange => {
    const made = { ...(isAccepted ? accepted(operation) : answered(operation, {})), role: `wrong.${index}` }
    const query = value === undefined ? '' : `?${input}=${value}`
    const body = Buffer.from(JSON.stringify({ [input]: value, more: 1 }))
    return { ...made, request: operation === plain ? { ...made.request, url: made.request.url + query } : { ...made.request, body } }
  })
  const right = [plain, paged].map(accepted)
  const told = diagnose({ contract, target, exchanges: [...right, ...wrong], isWrong })
  return told.find(({ id, about }) => id === 'unsteady' && about === operation.id)?.problem
}

const refused = (value: unknown, times = 8) => Array.from({ length: times }, () => [value, false] as const)

it('names the input in which all wrong requests that are accepted differ from all that are refused', () => {
  expect(said([...refused('1'), ['2', true], ['3', true]], source)).toMatch(/wrong requests whose source is not "1", and only those: all 8/)
  expect(said([...refused('1'), [undefined, false], ['2', true], ['3', true]], source)).toContain('whose source is not "1",')
  expect(said([...refused('1'), ['2', false], [undefined, true], [undefined, true]], source)).toContain('wrong requests without source,')
  expect(said([...refused(1), [2, false], [3, true], [7, true]], 'page', paged)).toContain('whose page is 3 or more,')
  expect(said([...refused(10), [5, false], [3, true], [2, true]], 'perPage', paged)).toContain('whose perPage is 3 or less,')
})

it('says nothing where one such request is refused, one alone is accepted, or few are refused', () => {
  expect(said([...refused('1'), ['2', true], ['2', true], ['2', false]], source)).toBeUndefined()
  expect(said([...refused('1'), ['2', true]], source)).toBeUndefined()
  expect(said([...refused('1'), [undefined, false], [undefined, true], ['2', true]], source)).toBeUndefined()
  expect(said([...refused('1', 7), ['2', true], ['2', true]], source)).toBeUndefined()
  expect(said([...refused('1'), ['1', true], ['1', true]], source)).toBeUndefined()
})
