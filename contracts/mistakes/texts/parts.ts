import type { Construction, SignedPart } from '../../construction.ts'
import { isTimestamp, kebab, type Mistake, maker, onlyExplaining } from '../mistake.ts'

export function partsLeftOut(construction: Construction): Mistake[] {
  return construction.parts.map(({ name }) =>
    maker(
      construction,
      'parts',
      `covers.${name}`,
    )({ id: `omits-${kebab(name)}`, title: `without ${name}` }, (way) => ({
      ...way,
      parts: way.parts.filter((part) => part.name !== name),
    })),
  )
}

/** Several parts left out, as by a server that ignores the body, or its sender. */
export function groupsLeftOut(construction: Construction): Mistake[] {
  const make = maker(construction, 'parts', 'plain')
  const only = (id: string, title: string, isKept: (part: SignedPart) => boolean): Mistake =>
    make({ id, title }, (way) => ({ ...way, parts: way.parts.filter(isKept) }))
  const isField = ({ body }: SignedPart) => body !== undefined
  return onlyExplaining([
    only('signs-no-fields', 'without any field of the body', (part) => !isField(part)),
    only('signs-sent-headers', 'the parts that are sent as headers alone', ({ header }) => header !== undefined),
    only('signs-fields-alone', 'the fields alone', isField),
    ...construction.parts
      .slice(2, -1)
      .map((_, index) =>
        only(
          `signs-first-${index + 2}-parts`,
          `the first ${index + 2} parts alone`,
          (part) => construction.parts.indexOf(part) < index + 2,
        ),
      ),
    only('omits-identity', 'without the parts that say whose request it is', (part) => isField(part) || isTimestamp(part)),
    ...construction.parts.map(({ name }) =>
      make({ id: `repeats-${kebab(name)}`, title: `with ${name} twice` }, (way) => ({
        ...way,
        parts: way.parts.flatMap((part) => (part.name === name ? [part, part] : [part])),
      })),
    ),
    ...construction.parts.map(({ name }) => only(`signs-${kebab(name)}-alone`, `${name} alone`, (part) => part.name === name)),
  ])
}

export function wrongOrder(construction: Construction): Mistake[] {
  const { parts } = construction
  const make = maker(construction, 'parts', 'order')
  const reordered = (id: string, title: string, order: readonly SignedPart[]): Mistake =>
    make({ id, title }, (way) => ({ ...way, parts: order }))
  const swaps = parts.slice(1).map((part, index) => {
    const before = parts[index] as SignedPart
    const order = [...parts.slice(0, index), part, before, ...parts.slice(index + 2)]
    return reordered(`swaps-${kebab(before.name)}-${kebab(part.name)}`, `with ${before.name} and ${part.name} swapped`, order)
  })
  const byName = parts.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const time = parts.filter(isTimestamp)
  const others = parts.filter((part) => !isTimestamp(part))
  return [
    ...swaps,
    reordered('reverses-order', 'with the parts in reverse order', parts.toReversed()),
    reordered('sorts-parts', 'with the parts sorted by name', byName),
    reordered('puts-timestamp-first', 'with the timestamp first', [...time, ...others]),
    reordered('puts-timestamp-last', 'with the timestamp last', [...others, ...time]),
    ...onlyExplaining([
      reordered(
        'puts-fields-first',
        'with the fields first',
        parts.toSorted((one, other) => Number(!one.body) - Number(!other.body)),
      ),
    ]),
  ]
}

export function swappedWithSecret(construction: Construction): Mistake[] {
  const make = maker(construction, 'key', 'key')
  return construction.parts.map(({ name }) =>
    make({ id: `swaps-secret-and-${kebab(name)}`, title: `the secret in the place of ${name}, with ${name} as the key` }, (way) => ({
      ...way,
      key: ({ values }) => values[name],
      value: (part, input) => (part.name === name ? input.secret : way.value(part, input)),
    })),
  )
}
