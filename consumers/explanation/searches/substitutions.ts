import type { Construction } from '../../../contracts/construction.ts'
import { partValue, withPart } from '../../../contracts/signing.ts'
import { type Input, valueNamed } from '../given-signature.ts'
import { digestedMessages, isOfMessage, type Slip } from '../suspects.ts'
import { allJoints, digestsOf, type Guess, said, type Way } from './guesses.ts'

/** Another value, in words that finish "it signs …". */
type Substitution = Way<(input: Input) => string>

/** Another value in the place of a part, or the part with another value or a word beside it, and a common mistake at most. */
export function* substitutions(construction: Construction, fields: readonly string[], common: readonly Slip[]): Generator<Guess> {
  for (const { name } of construction.parts) {
    for (const { words, make: value } of substitutes(construction, fields, name)) {
      for (const slip of [undefined, ...common.filter(isOfMessage)]) {
        const messages = (input: Input) => digestedMessages(construction, slip?.change, withPart(input, name, value(input)))
        yield { words: slip ? `${words}, and ${slip.mistake.title}` : words, make: digestsOf(construction, messages) }
      }
    }
  }
}

const lengths = Array.from({ length: 60 }, (_, index) => index + 1)
const masks = ['***', '****', '...', '…']
/** How many characters a mask leaves at either end. */
const kept = [3, 4, 5, 6].flatMap((start) => [0, 3, 4, 6].map((end) => [start, end] as const))
const words = [' ', 'Bearer ', 'Token ', 'bearer ', 'token ', '+', '$', '\n', '"']

/** What is signed for a value that was never filled in. */
function literals(name: string): string[] {
  return [name, `$${name}`, `{${name}}`, `\${${name}}`, `{{${name}}}`, `<${name}>`, `:${name}`, '%s', '{}', '?', '***', '[REDACTED]']
}

/** Parts that do not fit into the columns that they are kept in: it shows in long values alone. */
export function cuts(construction: Construction): Guess[] {
  return construction.parts.flatMap(({ name }) =>
    cutsOf(name).map(({ words, make: value }) => ({
      words,
      make: digestsOf(construction, (input) => digestedMessages(construction, undefined, withPart(input, name, value(input)))),
    })),
  )
}

function cutsOf(name: string): Substitution[] {
  const own = ({ values }: Input) => partValue(values, name)
  return lengths.flatMap((length) => [
    { words: `${name} cut to its first ${length} characters`, make: (input) => own(input).slice(0, length) },
    { words: `${name} cut to its last ${length} characters`, make: (input) => own(input).slice(-length) },
  ])
}

function substitutes({ parts }: Construction, fields: readonly string[], name: string): Substitution[] {
  const own = (input: Input) => partValue(input.values, name)
  const others = [...parts.map((part) => part.name), ...fields].filter((other) => other !== name)
  return [
    ...[...others, 'secret'].flatMap((other): Substitution[] => [
      { words: `${other} in the place of ${name}`, make: (input) => valueNamed(input, other) },
      ...allJoints.flatMap((separator): Substitution[] => [
        { words: `${other} before ${name}${said(separator)}`, make: (input) => valueNamed(input, other) + separator + own(input) },
        { words: `${other} behind ${name}${said(separator)}`, make: (input) => own(input) + separator + valueNamed(input, other) },
      ]),
    ]),
    ...literals(name).map((literal) => ({ words: `${JSON.stringify(literal)} in the place of ${name}`, make: () => literal })),
    { words: `${name} without the white space at its ends`, make: (input) => own(input).trim() },
    ...cutsOf(name),
    ...masks.flatMap((mask) =>
      kept.map(
        ([start, end]): Substitution => ({
          words: `${name} with ${JSON.stringify(mask)} in its middle, as it is shown to people`,
          make: (input) => own(input).slice(0, start) + mask + own(input).slice(Math.max(0, own(input).length - end)),
        }),
      ),
    ),
    ...[...words, ...parts.flatMap(({ header }) => (header ? [`${header}:`, `${header}: `, `${header}=`] : []))].flatMap(
      (word): Substitution[] => [
        { words: `${JSON.stringify(word + name)} in the place of ${name}`, make: (input) => word + own(input) },
        { words: `${JSON.stringify(name + word)} in the place of ${name}`, make: (input) => own(input) + word },
      ],
    ),
  ]
}
