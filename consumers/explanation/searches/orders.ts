import type { Construction } from '../../../contracts/construction.ts'
import type { Change } from '../../../contracts/mistakes/signing-procedure.ts'
import { memoized } from '../../../language/memoized.ts'
import { type Endpoint, type Input, type Signed, valueNamed } from '../given-signature.ts'
import { type Suspect, suspect } from '../suspects.ts'
import { allJoints, digestsOf, type Guess, said, type Way } from './guesses.ts'
import type { Member } from './printed-records.ts'
import { arrangements, choices, sequences } from './selections.ts'

export function orders(construction: Construction, given: Signed): Suspect[] {
  return arrangements(construction.parts)
    .map((parts) => {
      const change: Change = (procedure) => ({ ...procedure, parts })
      return suspect(construction, { title: `the parts ${parts.map(({ name }) => name).join(', ')}, in this order` }, change)
    })
    .filter(({ makes }) => makes(given))
}

/** The right parts joined by one separator at some of the joints, and by another at others. */
export function* unevenJoints(construction: Construction): Generator<Guess> {
  const names = construction.parts.map(({ name }) => name)
  const couples = allJoints.slice(1).flatMap((other, index) => allJoints.slice(index + 2).map((one) => [one, other] as const))
  for (const couple of couples) {
    for (const behind of sequences(['', ...couple], names.length - 1)) {
      const placed = couple
        .filter((joint) => behind.includes(joint))
        .map((joint) => `${JSON.stringify(joint)} behind ${names.filter((_, index) => behind[index] === joint).join(', ')}`)
      const text = ({ values }: Input) => names.map((name, index) => (values[name] ?? '') + (behind[index] ?? '')).join('')
      yield { words: `with ${placed.join(' and ')} alone`, make: digestsOf(construction, (input) => [text(input)]) }
    }
  }
}

/** The right parts, or some, in another order, joined by something. Further fields stand among parts in order, method and path before. */
export function* joinedOrders(construction: Construction, fields: readonly string[], address: Endpoint | undefined): Generator<Guess> {
  const own = construction.parts.map(({ name }) => name)
  const orders = [...arrangements(own), ...choices(own).flatMap((parts) => inserted(parts, fields))]
  const request: readonly Member[] = address
    ? [
        ['the method', address.method.toUpperCase()],
        ['the path', address.path],
      ]
    : []
  const heads = [[], request, ...request.map((each) => [each])]
  const values = memoized((input: Input) => new Map([...own, ...fields].map((name) => [name, valueNamed(input, name)])))
  for (const names of orders) {
    for (const head of heads) {
      const all = memoized((input: Input) => [...head, ...names.map((name): Member => [name, values(input).get(name) ?? ''])])
      const title = `${[...head.map(([said]) => said), 'the parts'].join(', ')} ${names.join(', ')}, in this order`
      for (const { words, make: write } of head.length + names.length > 1 ? joinings : [plainly]) {
        yield { words: title + words, make: digestsOf(construction, (input) => [write(all(input))]) }
      }
    }
  }
}

type Joining = Way<(members: readonly Member[]) => string>

const plainly = joinedBy('')

const joinings: readonly Joining[] = [
  plainly,
  ...allJoints.slice(1).map(joinedBy),
  { words: ', as name=value with "&" between them', make: (members) => members.map((member) => member.join('=')).join('&') },
  { words: ', as a JSON object', make: (members) => JSON.stringify(Object.fromEntries(members)) },
]

function joinedBy(joint: string): Joining {
  return { words: said(joint), make: (members) => members.map(([, value]) => value).join(joint) }
}

/** Names with none, one or more further ones anywhere among them. */
function inserted(names: readonly string[], [further, ...others]: readonly string[]): (readonly string[])[] {
  if (further === undefined) return [names]
  const places = Array.from({ length: names.length + 1 }, (_, index) => [...names.slice(0, index), further, ...names.slice(index)])
  return [names, ...places].flatMap((each) => inserted(each, others))
}
