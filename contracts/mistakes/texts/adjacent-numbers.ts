import type { Construction } from '../../construction.ts'
import { isTimestamp, type Mistake, type MistakeRow, maker } from '../mistake.ts'
import type { SigningProcedure } from '../signing-procedure.ts'
import { goFloat } from '../values/floats.ts'

type Merge = (time: string, decimal: string) => string

/** What languages make of a time and a decimal that are both numbers. */
export function numbersTogether(construction: Construction): Mistake[] {
  const { parts } = construction
  const at = parts.findIndex((part, index) => isTimestamp(part) && parts[index + 1]?.kind === 'decimal')
  const [time, decimal] = parts.slice(at, at + 2)
  if (at < 0 || !time || !decimal) return []
  const called = `${time.name} and ${decimal.name}`
  const rows: MistakeRow<Merge>[] = [
    ['adds-numbers', `the sum of ${called} as numbers, as JavaScript adds them`, (one, other) => String(Number(one) + Number(other))],
    [
      'spaces-numbers',
      `with a space between ${called} as numbers, as Go prints them`,
      (one, other) => `${one} ${goFloat(Number(other))}`,
      (one, other) => `${one} ${other}`,
    ],
  ]
  const make = maker(construction, 'text', 'plain')
  return make(rows, (merge) => (procedure) => ({ ...procedure, text: textOf(procedure, time.name, decimal.name, merge) }))
}

function textOf(procedure: SigningProcedure, time: string, decimal: string, merge: Merge): SigningProcedure['text'] {
  return (values, input) => {
    const at = values.findIndex(([name]) => name === time)
    const [first, second] = values.slice(at, at + 2)
    if (!first || second?.[0] !== decimal) return procedure.text(values, input)
    return procedure.text([...values.slice(0, at), [time, merge(first[1], second[1])], ...values.slice(at + 2)], input)
  }
}
