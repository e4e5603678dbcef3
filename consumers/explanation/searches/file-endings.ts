import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { hmac } from '../../../contracts/hashing.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import type { Input, Signed } from '../given-signature.ts'
import { arrangements, type Suspect } from '../suspects.ts'
import { enumerated, firstMade, type Guess } from './guessed-digests.ts'

const endings = ['\n', '\r\n', '\r', ' ', '\t', '\0', ';', ',']
const marks = ['', '\ufeff']

/** The suspect that takes the secret and what else is configured from files or pages, with what stands there around them. */
export function fileEndings(construction: Construction, given: Signed): Suspect[] {
  const all = guesses(construction)
    .values()
    .map((guess) => ({ digests: guess.digests(given.input), guesses: () => [guess] }))
  return firstMade(construction, given, all)
}

function guesses(construction: Construction): Guess[] {
  const configured = ['secret', ...construction.parts.filter(isConfigured).map(({ name }) => name)]
  const choices = arrangements(configured).filter((names) => names.length > 0 && isInOrder(names, configured))
  return choices.flatMap((names) =>
    marks.flatMap((mark) =>
      endings.map((ending): Guess => {
        const around = (name: string, value: string) => (names.includes(name) ? mark + value + ending : value)
        const changed = ({ values }: Input) =>
          Object.fromEntries(Object.entries(values).map(([name, value]) => [name, around(name, value)]))
        return {
          words: `with ${mark === '' ? '' : 'a byte order mark before and '}${JSON.stringify(ending)} behind ${enumerated(names)}`,
          digests: (input) => [hmac(construction.hash, around('secret', input.secret), canonicalString(construction, changed(input)))],
        }
      }),
    ),
  )
}

function isConfigured(part: SignedPart): boolean {
  return part.body === undefined && !isTimestamp(part)
}

function isInOrder(names: readonly string[], all: readonly string[]): boolean {
  return names.every((name, index) => index === 0 || all.indexOf(name) > all.indexOf(names[index - 1] ?? ''))
}
