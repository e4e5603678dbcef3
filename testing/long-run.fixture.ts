import { createSeed, type Seed } from '../engine/seed.ts'

/** True in `npm run test:long`, which tries everything; `npm test` takes samples of what is much alike. */
export const isLong = process.env['ASSAY_LONG'] !== undefined

/** The seeds of a test that has to hold for every one. */
export function seedsOf({ sample, long }: { readonly sample: number; readonly long: number }): Seed[] {
  return Array.from({ length: isLong ? long : sample }, (_, index) => createSeed(`seed ${index + 1}`))
}

/** True where tests are asked for by name (`-t`): whoever names one gets it, be it in the sample or not. */
const isNamed = process.env['ASSAY_NAMED'] !== undefined

/** All of a long list; in a sample the first of each kind, and every eighth of those that follow it. */
export function sampled<Item>(items: readonly Item[], kindOf: (item: Item) => unknown): readonly Item[] {
  if (isLong || isNamed) return items
  return [...Map.groupBy(items, kindOf).values()].flatMap((alike) => alike.filter((_, index) => index % 8 === 0))
}
