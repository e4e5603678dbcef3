import { classify } from '../../engine/evidence/classification.ts'
import { exchangeOf } from '../../engine/evidence/evidence.ts'
import { signedRequest, signedValues } from '../../engine/request.ts'
import type { Recorder, Step } from '../../engine/steps.ts'
import type { SignedOperation } from '../signatures/wrong-signature.ts'

/** Which timestamps are tried: those before the present or after it, under roles that begin with `name`. */
export interface AgeSearch {
  readonly name: string
  readonly direction: 1 | -1
}

/** Timestamps before the present. */
export const past: AgeSearch = { name: 'age', direction: -1 }
/** Timestamps ahead of the present. */
export const future: AgeSearch = { name: 'future', direction: 1 }

/** How far from the present the timestamps are that are tried, in seconds. A target accepts up to one of them and refuses the next. */
export const ages: readonly number[] = [5, 30, 60, 300, 900, 3600, 86_400]

/** Three requests at once cut the list in four, and one more asks for what is left between two of them. */
export const rounds = 2

/** How many requests a search sends at most. */
export const mostAges = 4

/** Milliseconds by which each age is less than its seconds, so that the time on the way does not decide whether it is accepted. */
const margin = 500

/** Finds the greatest age that is accepted: each round tries up to three ages, which cut what is left of the list in four. */
export async function narrow(
  { operation, search, recorder }: { readonly operation: SignedOperation; readonly search: AgeSearch; readonly recorder: Recorder },
  sendAll: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  let accepted = -1
  let refused = ages.length
  while (refused - accepted > 1) {
    const chosen = quarters(accepted, refused)
    const tried = [...ages.entries()]
      .filter(([index]) => chosen.includes(index))
      .map(([index, age]) => ({ index, step: stepOf(operation, search, age) }))
    await sendAll(tried.map(({ step }) => step))
    const answers = tried.map(({ index, step: { role } }) => ({
      index,
      answer: classify(operation, exchangeOf(recorder.evidence(), role)),
    }))
    if (answers.some(({ answer }) => answer === 'unanswered')) return
    accepted = Math.max(accepted, ...answers.filter(({ answer }) => answer === 'accepted').map(({ index }) => index))
    refused = Math.min(
      refused,
      ...answers.filter(({ index, answer }) => index > accepted && answer === 'refused').map(({ index }) => index),
    )
  }
}

/** The role of a request whose timestamp has an age, in seconds. */
export function ageRole({ name }: AgeSearch, age: number): string {
  return `${name}.${age}`
}

/** The step of a role of a search; undefined for any other role. */
export function ageStep(operation: SignedOperation, search: AgeSearch, role: string): Step | undefined {
  return ages.map((age) => stepOf(operation, search, age)).find((step) => step.role === role)
}

function stepOf(operation: SignedOperation, search: AgeSearch, age: number): Step {
  return {
    role: ageRole(search, age),
    build: ({ target, clock }) =>
      signedRequest(operation, target, signedValues(operation, target, clock.now() + search.direction * (age * 1000 - margin))),
  }
}

function quarters(from: number, to: number): number[] {
  const places = [1, 2, 3].map((quarter) => from + Math.round(((to - from) * quarter) / 4))
  return [...new Set(places)].filter((place) => place > from && place < to)
}
