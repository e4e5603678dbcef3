import type { Construction } from '../../contracts/construction.ts'
import type { Input } from '../explanation/given-signature.ts'
import { made, type Slip, slips } from '../explanation/suspects.ts'
import type { Compared } from './lax-comparison.ts'

/** A signature that was judged, what it should have been made of, and the mistake that made it. */
export interface Constructed extends Compared {
  readonly input: Input
  readonly mistake?: string | undefined
}

interface Accepted {
  readonly slip: Slip
  readonly makes: ReadonlySet<Constructed>
}

/** More of them say less than the list of what was accepted. */
const most = 4

/** A verifier that takes what more mistakes make does not look at what is signed. */
const mostBlamed = 100

/** Whose signatures a verifier accepts beside, or in the place of, the right ones: the mistakes that explain all that it answered. */
export function laxConstruction(
  construction: Construction,
  fields: readonly string[],
  compared: readonly Constructed[],
): string | undefined {
  const wrong = compared.filter(({ right, given, accepted }) => accepted && given !== right)
  const blamed = new Set(wrong.flatMap(({ mistake }) => mistake ?? []))
  if (blamed.size === 0 || blamed.size > mostBlamed) return undefined
  const accepted = slips(construction, fields)
    .filter(({ mistake }) => blamed.has(mistake.id))
    .map(
      (slip): Accepted => ({
        slip,
        makes: new Set(compared.filter(({ input, given }) => made(construction, slip.change, input).includes(given))),
      }),
    )
    .filter(({ makes }) => [...makes].every((each) => each.accepted))
  const refuses = compared.some(({ right, given, accepted }) => given === right && !accepted)
  if (refuses) {
    const own = accepted.find(({ makes }) => compared.every((each) => makes.has(each) === each.accepted))
    return own && `It verifies what a signer makes that signs ${named(own)}, and nothing else.`
  }
  const few = covering(accepted, wrong)
  return few && `It also accepts what a signer makes that signs ${few.map(named).join(', or ')}.`
}

/** As few as make all that was wrongly accepted, those first that make most. */
function covering(accepted: readonly Accepted[], wrong: readonly Constructed[]): Accepted[] | undefined {
  const chosen: Accepted[] = []
  let left = wrong
  while (left.length > 0) {
    const open = left
    const coverage = ({ makes }: Accepted) => open.filter((each) => makes.has(each)).length
    const [best] = accepted.toSorted((one, other) => coverage(other) - coverage(one))
    if (!best || coverage(best) === 0 || chosen.length === most) return undefined
    chosen.push(best)
    left = left.filter((each) => !best.makes.has(each))
  }
  return chosen
}

function named({ slip: { mistake } }: Accepted): string {
  return `${mistake.title} (${mistake.id})`
}
