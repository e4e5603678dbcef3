import { createSeed, type Seed } from '../engine/seed.ts'

/** The seeds of a test that has to hold for every one: a sample, or all of them where a long run is asked for (`npm run test:long`). */
export function seedsOf({ sample, long }: { readonly sample: number; readonly long: number }): Seed[] {
  const count = process.env['ASSAY_LONG'] === undefined ? sample : long
  return Array.from({ length: count }, (_, index) => createSeed(`seed ${index + 1}`))
}
