import { randomBytes } from 'node:crypto'
import { hmac } from '../contracts/hashing.ts'
import { getOrInsert } from '../language/get-or-insert.ts'

/**
 * What a run may choose freely comes from here, by name: the same seed gives the same choices, in whatever order they are asked for,
 * and nobody without it can foresee them. Derived with HKDF-SHA-256 (RFC 5869), the name as its `info`.
 */
export interface Seed {
  /** The seed as reports name it. */
  readonly text: string
  bytes(name: string, length: number): Buffer
  /** An integer from `least` to `most`, both included, less than 2^47 apart. */
  integer(name: string, least: number, most: number): number
  /** One of a list that is not empty. */
  pick<Value>(name: string, values: readonly [Value, ...Value[]] | readonly Value[]): Value
  shuffled<Value>(name: string, values: readonly Value[]): Value[]
}

/** A value for a list that a seed picks from, so many times as likely as one that stands there once. */
export function likely<const Value>(times: number, value: Value): Value[] {
  return new Array<Value>(times).fill(value)
}

export function createSeed(text: string = randomBytes(16).toString('hex')): Seed {
  const key = hmac('sha256', 'assay.seed/1', text)
  const derived = new Map<string, Buffer>()
  const kept = (name: string, length: number) => getOrInsert(derived, `${length} ${name}`, () => expanded(key, name, length))
  const integer = (name: string, least: number, most: number) =>
    least === most ? least : least + (kept(name, 6).readUIntBE(0, 6) % (most - least + 1))
  return {
    text,
    bytes: (name, length) => Buffer.from(kept(name, length)),
    integer,
    pick: (name, values) => {
      const value = values[integer(name, 0, values.length - 1)]
      if (value === undefined) throw new RangeError(`there is nothing to pick from for ${name}`)
      return value
    },
    shuffled: (name, values) => {
      const keyed = values.map((value, index) => ({ value, key: kept(`${name}/${index}`, 8).readBigUInt64BE() }))
      return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ value }) => value)
    },
  }
}

interface Named {
  readonly id: string
}

/**
 * The seed of an operation, which picks other values than those of the other operations, and others for each number, as long as there are
 * any. A value that is listed more often is likelier to be picked.
 */
export function ownSeed(
  { id }: Named,
  { seed, contract: { operations } }: { readonly seed: Seed; readonly contract: { readonly operations: readonly Named[] } },
  number = 0,
): Seed {
  const hand = operations.findIndex((operation) => operation.id === id) + number * operations.length
  const pick: Seed['pick'] = (name, values) => {
    const dealt = [...new Set(seed.shuffled(name, values))]
    return seed.pick(name, dealt.slice(hand % dealt.length).slice(0, 1))
  }
  return { ...seed, pick }
}

/** The second step of HKDF; the key comes from the first step, which `hkdfSync` would repeat for every name, taking three times as long. */
function expanded(key: Buffer, name: string, length: number): Buffer {
  let last = hmac('sha256', key, `${name}\x01`)
  let all = last
  for (let count = 2; all.length < length; count += 1) {
    last = hmac('sha256', key, Buffer.concat([last, Buffer.from(name + String.fromCharCode(count))]))
    all = Buffer.concat([all, last])
  }
  return all.subarray(0, length)
}
