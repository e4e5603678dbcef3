import type { Construction } from '../construction.ts'
import { mistakes } from '../mistakes/mistakes.ts'
import { canonicalString, type SigningInput, sign } from '../signing.ts'
import { inputOf, type Vector, type VectorFile } from './vectors.ts'

/** What is wrong with a file of vectors that fits its schema, one sentence each; none for a sound file. */
export function lintVectors(file: VectorFile, construction: Construction): string[] {
  const tests = file.testGroups.flatMap(({ tests }) => tests)
  return [
    ...(file.numberOfTests === tests.length ? [] : [`numberOfTests: expected ${tests.length}, found ${file.numberOfTests}.`]),
    ...repeated(tests.map(({ tcId }) => String(tcId))).map((id) => `tcId ${id} is given more than once.`),
    ...flags(file, tests),
    ...boundaries(tests),
    ...tests.flatMap((test) => vector(test, construction).map((problem) => `tcId ${test.tcId}: ${problem}`)),
    ...mistakes(construction)
      .filter(({ id }) => !tests.some(({ mistake }) => mistake === id))
      .map(({ id }) => `the mistake ${id} has no vector.`),
  ]
}

function vector(test: Vector, construction: Construction): string[] {
  const input = inputOf(construction, test)
  const text = canonicalString(construction, input.values)
  const bytes = Buffer.from(text, 'utf8').toString('hex')
  return [
    ...differs('canonicalString', text, test.canonicalString),
    ...differs('canonicalBytes', bytes, test.canonicalBytes),
    ...(test.result === 'valid' ? differs('signature', sign(construction, input), test.signature) : wrong(test, input, construction)),
  ]
}

function wrong({ signature, mistake }: Vector, input: SigningInput, construction: Construction): string[] {
  if (signature === sign(construction, input)) return ['it is invalid, but its signature is right.']
  const named = mistakes(construction).find(({ id }) => id === mistake)
  return named ? differs('signature', named.sign(input) ?? 'none', signature) : [`the catalogue has no mistake ${mistake}.`]
}

function differs(name: string, expected: string, found: string): string[] {
  return expected === found ? [] : [`${name}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}.`]
}

function flags({ notes }: VectorFile, tests: readonly Vector[]): string[] {
  const used = new Set(tests.flatMap((test) => test.flags))
  return [
    ...[...used].filter((flag) => !(flag in notes)).map((flag) => `the flag ${flag} is not explained in notes.`),
    ...Object.keys(notes)
      .filter((flag) => !used.has(flag))
      .map((flag) => `notes explains ${flag}, which no test has.`),
  ]
}

/** Faults of tests flagged for a moving boundary: each needs another test with the same signature and other values. */
function boundaries(tests: readonly Vector[]): string[] {
  const movable = tests.filter((test) => test.flags.includes('MovableBoundary'))
  const lonely = movable.filter(({ tcId, signature }) => !movable.some((other) => other.tcId !== tcId && other.signature === signature))
  return lonely.map(({ tcId }) => `tcId ${tcId}: expected another MovableBoundary with the same signature, found none.`)
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))]
}
