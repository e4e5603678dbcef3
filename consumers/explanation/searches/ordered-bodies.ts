import type { Construction } from '../../../contracts/construction.ts'
import { canonicalString, partValue } from '../../../contracts/signing.ts'
import { memoized } from '../../../language/memoized.ts'
import { sha256 } from '../../../text/digest.ts'
import { fieldsOfFullest, type Input } from '../given-signature.ts'
import { digestsOf, enumerated, type Guess, type GuessSequence, joints, said, type Way } from './guesses.ts'
import { jsonObjects, type Member } from './printed-records.ts'
import { arrangements, permutations } from './selections.ts'

type Writing = Way<(members: readonly Member[]) => string>

interface Frame {
  readonly words: (body: string) => string
  readonly text: (body: string, input: Input) => string
}

/** Bodies whose fields stand in an order of their own, alone or beside parts, all of these names among them. */
export function* orderedBodies(construction: Construction, used: readonly string[], given: Input): GuessSequence {
  const [writings, frames] = [writingsOf(construction), framesOf(construction, used)]
  const fields = fieldsOfFullest(given)
  for (const order of ordersOf(construction, fields)) {
    const ordered = writings.map(({ words, make: write }) => ({
      words: `a JSON object of ${enumerated(order)}, in this order${words}`,
      make: memoized((input: Input) => write(inOrder(fieldsOfFullest(input), order))),
    }))
    const alike = [...Map.groupBy(ordered, ({ make }) => make(given)).values()]
    for (const { words, text } of frames) {
      for (const those of alike) {
        yield those.map(
          ({ words: body, make }): Guess => ({
            words: words(body),
            make: digestsOf(construction, (input) => [text(make(input), input)]),
          }),
        )
      }
    }
  }
}

function inOrder(fields: readonly Member[], order: readonly string[]): Member[] {
  const known = new Map(fields)
  return order.map((name) => [name, known.get(name) ?? ''])
}

/** All fields, those that are signed, and all but one of those that are not: in every order. */
function ordersOf({ parts }: Construction, fields: readonly Member[]): string[][] {
  const names = fields.map(([name]) => name)
  const isPart = (name: string) => parts.some((part) => part.name === name)
  const choices = [
    names,
    names.filter(isPart),
    ...names.filter((name) => !isPart(name)).map((left) => names.filter((name) => name !== left)),
  ]
  return choices.flatMap((choice) => (choice.length > 0 ? permutations(choice) : []))
}

function writingsOf({ parts }: Construction): Writing[] {
  const isDecimal = (name: string) => parts.some((part) => part.name === name && part.kind === 'decimal')
  return jsonObjects.flatMap(({ words, quote, make }) => [
    { words, make: (members) => make(members) },
    {
      words: `${words} and with its decimals as numbers`,
      make: (members) => make(members, ([name, value]) => (isDecimal(name) ? String(Number(value)) : quote(value))),
    },
  ])
}

function framesOf(construction: Construction, used: readonly string[]): Frame[] {
  const outside = construction.parts.filter(({ body }) => !body).map(({ name }) => name)
  const needed = outside.filter((name) => used.includes(name))
  const beside = arrangements(outside).flatMap((names) => {
    if (!needed.every((name) => names.includes(name))) return []
    if (names.length === 0) return [{ words: (body: string) => body, text: (body: string) => body }]
    return joints.flatMap((separator): Frame[] => {
      const values = (input: Input) => names.map((name) => partValue(input.values, name))
      return [
        {
          words: (body) => `${names.join(', ')} and ${body}${said(separator)}`,
          text: (body, input) => [...values(input), body].join(separator),
        },
        {
          words: (body) => `${body}, then ${enumerated(names)}${said(separator)}`,
          text: (body, input) => [body, ...values(input)].join(separator),
        },
      ]
    })
  })
  const parts = ({ values }: Input) => canonicalString(construction, values)
  const plain: Frame[] = [
    ...beside,
    { words: (body) => `the parts and ${body}`, text: (body, input) => parts(input) + body },
    { words: (body) => `${body}, then the parts`, text: (body, input) => body + parts(input) },
  ]
  return [
    ...plain,
    ...plain.map(
      ({ words, text }): Frame => ({ words: (body) => words(`the hash of ${body}`), text: (body, input) => text(sha256(body), input) }),
    ),
  ]
}
