import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { signedRequest, signedValues } from '../../engine/probes/request.ts'
import type { Recorder, Step } from '../../engine/probes/steps.ts'

/** Which timestamps are tried: those before the present or after it, under roles that begin with `name`. */
export interface AgeSearch {
  readonly name: string
  readonly direction: 1 | -1
}

export const past: AgeSearch = { name: 'age', direction: -1 }
export const future: AgeSearch = { name: 'future', direction: 1 }

/** How far from the present the timestamps are that are tried, in seconds. A target accepts up to one of them and refuses the next. */
export const ages: readonly number[] = [5, 30, 60, 300, 900, 3600, 86_400]

/** Each request cuts what is left of the list in half, so that few may register. */
export const mostAges = Math.ceil(Math.log2(ages.length + 1))

/** By how many milliseconds less an age in seconds is tried, so that the time on the way does not decide, at a busy target neither. */
function marginOf(age: number): number {
  return Math.min(5000, Math.max(500, age * 80))
}

/** Finds the greatest age that is accepted. That a right request is accepted may become known while the first age is tried; else no other is. */
export async function narrow(
  operation: SignedOperation,
  search: AgeSearch,
  recorder: Recorder,
  isServed = Promise.resolve(true),
): Promise<void> {
  let accepted = -1
  let refused = ages.length
  while (refused - accepted > 1) {
    const middle = (accepted + refused) >> 1
    const answer = classify(operation, await recorder.send(stepOf(operation, search, ages[middle] ?? 0)))
    if (answer === 'unanswered' || !(await isServed)) return
    if (answer === 'accepted') accepted = middle
    else refused = middle
  }
}

export function ageRole({ name }: AgeSearch, age: number): string {
  return `${name}.${age}`
}

export function ageStep(operation: SignedOperation, search: AgeSearch, role: string): Step | undefined {
  return ages.map((age) => stepOf(operation, search, age)).find((step) => step.role === role)
}

function stepOf(operation: SignedOperation, search: AgeSearch, age: number): Step {
  return {
    role: ageRole(search, age),
    build: ({ target, clock }) =>
      signedRequest(operation, target, signedValues(operation, target, clock.now() + search.direction * (age * 1000 - marginOf(age)))),
  }
}
