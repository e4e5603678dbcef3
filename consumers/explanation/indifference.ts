import type { Construction } from '../../contracts/construction.ts'
import { sign, withPart } from '../../contracts/signing.ts'
import { words } from '../../text/words.ts'
import { alikeBut, type Explanation, type Signed, valueNamed } from './given-signature.ts'
import { enumerated } from './searches/guesses.ts'
import type { Suspect } from './suspects.ts'

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

/**
 * Keeps the suspects that make all or none of what is signed alike whatever a part is: one that makes some of it does so by chance, as a
 * number that is always 1 is also what cutting and rounding make of many.
 */
export function isOfAllAlike({ parts }: Construction, signed: readonly Signed[]): (suspect: Suspect) => boolean {
  const unused = parts.filter(({ name }) => isWithoutEffect(name, signed))
  const alike = unused.flatMap(({ name }) => variedEnough(name, signed))
  return ({ makes }) => alike.every((each) => each.every(makes) || !each.some(makes))
}

/** The suspects that sign one value, always the same, in the place of a part that has no effect. */
export function standing(construction: Construction, signed: readonly Signed[]): Suspect[] {
  return construction.parts
    .filter(({ name }) => isWithoutEffect(name, signed))
    .flatMap(({ name }) =>
      [...usualValues, name].map(
        (value): Suspect => ({
          explanation: { title: `${JSON.stringify(value)} in the place of ${name}, whatever it is given` },
          makes: ({ input, answer }) => sign(construction, withPart(input, name, value)) === answer.signature,
        }),
      ),
    )
}

/** What stands in a program before the real value does, or where it treats one value otherwise. */
export const usualValues = [
  ...words('0 1 2 5 10 100 1000 0.0 1.0 0.00 1.00 10.0 10.00 100.00 0.1 0.01 0.5 1.5 1.50'),
  ...words(`USDT USDC BTC ETH BNB TRX MATIC usdt BSC Amoy 0x 0x0 0x${'0'.repeat(40)}`),
  ...words('123 1234 12345 123456 1234567890 1700000000 1700000000000 test true false default - N/A'),
]

/** The parts that a signer uses: of requests that differ in one of them alone, it signs some differently. */
export function usedParts({ parts }: Construction, signed: readonly Signed[]): string[] {
  return parts.map(({ name }) => name).filter((name) => variedEnough(name, signed).some((alike) => !isSignedAlike(alike)))
}

/** True where requests differ in this value alone, and no two of them are signed differently. */
export function isWithoutEffect(name: string, signed: readonly Signed[]): boolean {
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
