import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { sign } from '../contracts/signing.ts'
import { explainer } from './explainer.ts'

const [construction] = contract.operations.flatMap(({ authentication }) =>
  authentication.kind === 'signed' ? [authentication.signature.construction] : [],
)

it('rests after a search, so that a flood of wrong signatures is answered in time; what is common or was found is told at any time', () => {
  if (!construction) throw new Error('no operation is signed')
  const values = Object.fromEntries(construction.parts.map(({ name, kind }) => [name, kind === 'decimal' ? '1.5' : `${name}-1`]))
  const input = { values, secret: 'secret', body: '{}' }
  const upper = sign(construction, input).toUpperCase()
  const cut = construction.parts.map(({ name, unit }) => [name, unit ? values[name]?.slice(0, -3) : values[name]])
  const two = sign(construction, { ...input, values: Object.fromEntries(cut) }).toUpperCase()
  let [time, step] = [0, 1000]
  const explain = explainer(contract, () => {
    time += step
    return time
  })
  const rare = createHmac(construction.hash, 'secret')
    .update(
      construction.parts
        .map(({ name }) => values[name])
        .reverse()
        .join(':'),
    )
    .digest('hex')
  const seldom = sign(construction, { ...input, values: { ...values, amount: '1.500000' } })
  expect(explain(construction, input, two)).toContain(' + ')
  step = 0
  expect(explain(construction, input, rare)).toBeUndefined()
  expect(explain(construction, input, seldom)).toContain('amount with six decimals')
  expect(explain(construction, input, two)).toContain(' + ')
  expect(explain(construction, input, upper)).toBe('in upper-case hexadecimal (encodes-upper-case)')
  time += 3000
  expect(explain(construction, input, rare)).toContain('with the parts in reverse order')
})

it('knows the address of what is signed', () => {
  const [operation] = contract.operations.filter(({ authentication }) => authentication.kind === 'signed')
  if (!construction || !operation) throw new Error('no operation is signed')
  const values = Object.fromEntries(construction.parts.map(({ name }) => [name, `${name}-1`]))
  const text = construction.parts.map(({ name }) => values[name]).join('')
  const signature = createHmac(construction.hash, 'secret').update(`${operation.method}${operation.path}${text}`).digest('hex')
  expect(explainer(contract)(construction, { values, secret: 'secret', body: '{}' }, signature)).toBe('the method, the path and the parts')
})

it('tells of a clock that is read twice', () => {
  if (!construction) throw new Error('no operation is signed')
  const values = Object.fromEntries(construction.parts.map(({ name, unit }) => [name, unit ? '1700000000123' : `${name}-1`]))
  const earlier = Object.fromEntries(construction.parts.map(({ name, unit }) => [name, unit ? '1700000000117' : values[name]]))
  const signature = sign(construction, { values: earlier as Record<string, string>, secret: 'secret' })
  expect(explainer(contract)(construction, { values, secret: 'secret' }, signature)).toContain('read its clock twice')
})
