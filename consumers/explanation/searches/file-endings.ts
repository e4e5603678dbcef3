import type { Construction } from '../../../contracts/construction.ts'
import { hmac } from '../../../contracts/hashing.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import type { Input } from '../given-signature.ts'
import { enumerated, type Guess } from './guesses.ts'
import { choices } from './selections.ts'

const endings = ['\n', '\r\n', '\r', ' ', '\t', '\0', ';', ',']
const marks = ['', '\ufeff']

/** The secret and what else is configured as files or pages have them, with what stands there around them. */
export function fileEndings(construction: Construction): Guess[] {
  const parts = construction.parts.filter((part) => part.body === undefined && !isTimestamp(part))
  const configured = ['secret', ...parts.map(({ name }) => name)]
  return choices(configured).flatMap((names) => (names.length > 0 ? endedGuesses(construction, names) : []))
}

function endedGuesses(construction: Construction, names: readonly string[]): Guess[] {
  return marks.flatMap((mark) =>
    endings.map((ending) => {
      const around = (name: string, value: string) => (names.includes(name) ? mark + value + ending : value)
      const changed = ({ values }: Input) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, around(name, value)]))
      return {
        words: `with ${mark === '' ? '' : 'a byte order mark before and '}${JSON.stringify(ending)} behind ${enumerated(names)}`,
        make: (input) => [hmac(construction.hash, around('secret', input.secret), canonicalString(construction, changed(input)))],
      }
    }),
  )
}
