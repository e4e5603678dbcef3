import type { Operation } from '../../contracts/contract.ts'
import { fieldNameAt } from '../../contracts/fields.ts'
import { withValue } from '../../provider/edits.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { onAnswer } from '../hooks.ts'
import { mutantMaker } from '../mutant.ts'

/** Answers that share what each should have of its own. */
export function idMutants(operation: Operation): Mutant[] {
  const across = operation.unique.filter(({ scope }) => scope === 'across')
  return across.flatMap(({ at }) => {
    const name = fieldNameAt(at)
    const unique = [`unique.${name}`]
    const field = `response.${name}`
    const make = (id: string, title: string, change: (values: readonly unknown[], count: number) => unknown, caughtBy = unique) =>
      mutantMaker(operation)(`${id}.${name}`, title, caughtBy, () => renumbered(at, change))
    return [
      make('repeats-always', `${name} is always the same`, (values) => values[0]),
      make('repeats-every-second', `every second ${name} is the one before`, (values, count) => values[count - (count % 2 === 0 ? 2 : 1)]),
      make('wraps-after-two', `${name} starts anew after two`, (values, count) => values[(count - 1) % 2]),
      make('zero-always', `${name} is always zero`, () => 0),
      make('false-always', `${name} is always false`, () => false, [field]),
      make('empty-always', `${name} is always an empty text`, () => '', [field, ...unique]),
    ]
  })
}

/** Replaces a value by one that is chosen from all that were given so far. */
function renumbered(at: string, choose: (values: readonly unknown[], count: number) => unknown): Hooks {
  const values: unknown[] = []
  return onAnswer((answer, number) => {
    values.push(valueAtPointer(answer, at))
    return withValue(answer, at, choose(values, number))
  })
}

/** Lists that now and then lack records that they hold before and after. */
export function forgetfulMutants(operation: Operation): Mutant[] {
  const within = operation.unique.filter(({ scope, by }) => scope === 'within' && by !== undefined && !operation.pagination)
  return within.flatMap(({ at }) => {
    const name = fieldNameAt(at)
    const lacksLast = (answer: unknown) => {
      const records = valueAtPointer(answer, at)
      return Array.isArray(records) ? withValue(answer, at, records.slice(0, -1)) : answer
    }
    const lacksAll = (answer: unknown) => withValue(answer, at, [])
    const make = (id: string, title: string, hooks: () => Hooks) => mutantMaker(operation)(`${id}.${name}`, title, `unique.${name}`, hooks)
    const forgets = (id: string, title: string, isSuch: (headers: Received['headers']) => boolean, forget: (answer: unknown) => unknown) =>
      make(id, `${name} ${title}`, () => ({ answer: (answer, { headers }) => (isSuch(headers) ? forget(answer) : answer) }))
    return [
      make('forgets-last', `every third ${name} lacks its last record`, () =>
        onAnswer((answer, number) => (number % 3 === 2 ? lacksLast(answer) : answer)),
      ),
      make('empties', `holds every ${name} in its first two answers, and none from then on`, () =>
        onAnswer((answer, number) => (number > 2 ? lacksAll(answer) : answer)),
      ),
      forgets('forgets-all', 'holds nothing for a client that does not say what it takes', ({ accept }) => accept === undefined, lacksAll),
      forgets(
        'forgets-last-in-another-language',
        'lacks its last record for a client of a language that it does not know',
        (headers) => (headers['accept-language'] ?? '').startsWith('fa'),
        lacksLast,
      ),
    ]
  })
}
