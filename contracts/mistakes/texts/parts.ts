import type { Construction, SignedPart } from '../../construction.ts'
import { isTimestamp, kebab, type Mistake, type MistakeRow, maker, onlyExplaining } from '../mistake.ts'
import type { Change, SignedValue } from '../signing-procedure.ts'

type Choose = (parts: readonly SignedPart[]) => readonly SignedPart[]

function chosen(choose: Choose): Change {
  return (procedure) => ({ ...procedure, parts: choose(procedure.parts) })
}

function only(isKept: (part: SignedPart) => boolean): Choose {
  return (parts) => parts.filter(isKept)
}

export function partsLeftOut(construction: Construction): Mistake[] {
  return construction.parts.flatMap(({ name }) => {
    const others = only((part) => part.name !== name)
    return maker(construction, 'parts', `covers.${name}`)([[`omits-${kebab(name)}`, `without ${name}`, others]], chosen)
  })
}

/** Several parts left out, as by a server that ignores the body, or its sender. */
export function groupsLeftOut(construction: Construction): Mistake[] {
  const { parts } = construction
  const isField = ({ body }: SignedPart) => body !== undefined
  const rows: MistakeRow<Choose>[] = [
    ['signs-no-fields', 'without any field of the body', only((part) => !isField(part))],
    ['signs-sent-headers', 'the parts that are sent as headers alone', only(({ header }) => header !== undefined)],
    ['signs-fields-alone', 'the fields alone', only(isField)],
    ...parts.slice(2, -1).map((_, index): MistakeRow<Choose> => {
      const count = index + 2
      return [`signs-first-${count}-parts`, `the first ${count} parts alone`, only((part) => parts.indexOf(part) < count)]
    }),
    ['omits-identity', 'without the parts that say whose request it is', only((part) => isField(part) || isTimestamp(part))],
    ...parts.map(({ name }): MistakeRow<Choose> => {
      const twice: Choose = (all) => all.flatMap((part) => (part.name === name ? [part, part] : [part]))
      return [`repeats-${kebab(name)}`, `with ${name} twice`, twice]
    }),
    ...parts.map(({ name }): MistakeRow<Choose> => [`signs-${kebab(name)}-alone`, `${name} alone`, only((part) => part.name === name)]),
  ]
  return onlyExplaining(maker(construction, 'parts', 'plain')(rows, chosen))
}

export function wrongOrder(construction: Construction): Mistake[] {
  const { parts } = construction
  const make = maker(construction, 'parts', 'order')
  const reordered = (rows: readonly MistakeRow<readonly SignedPart[]>[]) => make(rows, (order) => chosen(() => order))
  const swaps = parts.slice(1).map((part, index): MistakeRow<readonly SignedPart[]> => {
    const before = parts[index] as SignedPart
    const order = [...parts.slice(0, index), part, before, ...parts.slice(index + 2)]
    return [`swaps-${kebab(before.name)}-${kebab(part.name)}`, `with ${before.name} and ${part.name} swapped`, order]
  })
  const byName = parts.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const fieldsFirst = parts.toSorted((one, other) => Number(!one.body) - Number(!other.body))
  const time = parts.filter(isTimestamp)
  const others = parts.filter((part) => !isTimestamp(part))
  return [
    ...reordered([
      ...swaps,
      ['reverses-order', 'with the parts in reverse order', parts.toReversed()],
      ['sorts-parts', 'with the parts sorted by name', byName],
      ['puts-timestamp-first', 'with the timestamp first', [...time, ...others]],
      ['puts-timestamp-last', 'with the timestamp last', [...others, ...time]],
    ]),
    ...onlyExplaining(reordered([['puts-fields-first', 'with the fields first', fieldsFirst]])),
  ]
}

export function swappedWithSecret(construction: Construction): Mistake[] {
  const make = maker(construction, 'key', 'key')
  const rows = construction.parts.map(
    ({ name }): MistakeRow<string> => [
      `swaps-secret-and-${kebab(name)}`,
      `the secret in the place of ${name}, with ${name} as the key`,
      name,
    ],
  )
  return make(rows, (name) => (procedure) => ({
    ...procedure,
    key: ({ values }) => values[name],
    value: (part, input) => (part.name === name ? input.secret : procedure.value(part, input)),
  }))
}

/** Behind those that join the parts otherwise: it sorts whatever they join. */
export function sortedValues(construction: Construction): Mistake[] {
  const byValue = ([, one]: SignedValue, [, other]: SignedValue) => (one < other ? -1 : 1)
  const make = maker(construction, 'text', 'plain')
  return make([['signs-sorted-values', 'the parts sorted by their values', byValue]], (order) => (procedure) => ({
    ...procedure,
    text: (values, input) => procedure.text(values.toSorted(order), input),
  }))
}
