import type { SigningInput } from '../../../contracts/signing.ts'

/** A text is cut into fixed pieces and values, each by its name. */
type Piece = string | { readonly name: string }

/** The template of a text: values of an input, longer ones first, and the secret by name. For people, names stand in angle brackets. */
export function templateOf(text: string, input: SigningInput) {
  const known = namedValues(input)
    .filter(([, value]) => value.length >= shortest)
    .toSorted(([, one], [, other]) => other.length - one.length)
  const pieces = known.reduce<Piece[]>((all, [name, value]) => all.flatMap((piece) => divided(piece, name, value)), [text])
  return {
    shown: pieces.map((piece) => (typeof piece === 'string' ? piece : `<${piece.name}>`)).join(''),
    fill: (other: SigningInput) => {
      const values = new Map(namedValues(other))
      return pieces.map((piece) => (typeof piece === 'string' ? piece : (values.get(piece.name) ?? ''))).join('')
    },
  }
}

/** A shorter text occurs by chance. */
const shortest = 3

function namedValues({ values, secret }: SigningInput): (readonly [name: string, value: string])[] {
  return [...Object.entries(values), ['secret', secret]]
}

function divided(piece: Piece, name: string, value: string): Piece[] {
  if (typeof piece !== 'string') return [piece]
  return piece.split(value).flatMap((rest, index) => [...(index > 0 ? [{ name }] : []), ...(rest === '' ? [] : [rest])])
}
