import type { Construction } from '../../contracts/construction.ts'
import { alikeBut, type Explanation, type Signed, valueNamed } from './given-signature.ts'
import { enumerated } from './searches/guesses.ts'

/** What is said of a signer that answers the same whatever some values are: it does not use them, whatever else it signs. */
export function indifference({ parts }: Construction, signed: readonly Signed[]): Explanation | undefined {
  const isUnused = (name: string) => isWithoutEffect(name, signed)
  const unused = parts.map(({ name }) => name).filter(isUnused)
  const ofSecret = isUnused('secret')
    ? ['the same whatever the secret is, under a key of its own or none; the secret it is given is to be the key']
    : []
  if (unused.length === 0) return ofSecret[0] === undefined ? undefined : { title: ofSecret[0] }
  return {
    title: [`something in which ${enumerated(unused)} ${unused.length === 1 ? 'is' : 'are'} not`, ...ofSecret].join(', and '),
    isOfForm: true,
  }
}

/** True of a signer whose key is none, or one of its own. */
export function usesNoSecret(signed: readonly Signed[]): boolean {
  return isWithoutEffect('secret', signed)
}

/** True of a signer that signs the same whatever it is to sign. */
export function usesNoPart({ parts }: Construction, signed: readonly Signed[]): boolean {
  return parts.every(({ name }) => isWithoutEffect(name, signed))
}

/** The parts that a signer uses: of requests that differ in one of them alone, it signs some differently. */
export function usedParts({ parts }: Construction, signed: readonly Signed[]): string[] {
  return parts.map(({ name }) => name).filter((name) => variedEnough(name, signed).some((alike) => !isSignedAlike(alike)))
}

/** True where requests differ in this value alone, and no two of them are signed differently. */
function isWithoutEffect(name: string, signed: readonly Signed[]): boolean {
  const varied = variedEnough(name, signed)
  return varied.length > 0 && varied.every(isSignedAlike)
}

/** Requests that differ in this value alone, with enough of them in each list. */
function variedEnough(name: string, signed: readonly Signed[]): Signed[][] {
  return alikeBut(name, signed).filter((alike) => new Set(alike.map(({ input }) => valueNamed(input, name))).size > mostByChance)
}

function isSignedAlike(alike: readonly Signed[]): boolean {
  return new Set(alike.map(({ answer }) => answer.signature)).size === 1
}

/** Two spellings of one value may be signed alike: a signer that only normalises it uses it. */
const mostByChance = 2
