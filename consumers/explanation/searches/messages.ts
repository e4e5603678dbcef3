import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { memoized } from '../../../language/memoized.ts'
import { sha256 } from '../../../text/digest.ts'
import { ownDigestIn } from '../given-digest.ts'
import type { Endpoint, Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { allMade, digestsOf, enumerated, joints, said, type Way } from './guesses.ts'
import { choices, permutations } from './selections.ts'
import { templateOf } from './templates.ts'

/** Suspects that sign what a signer says it signed, with its values filled in. */
export function toldMessages(construction: Construction, given: Signed): Suspect[] {
  const { canonicalString: text } = given.answer
  if (text === undefined || text === canonicalString(construction, given.input.values)) return []
  const { shown, fill } = templateOf(text, given.input)
  const guess = { words: `the text ${JSON.stringify(shown)}`, make: digestsOf(construction, (input) => [fill(input)]) }
  return allMade(construction, given, [guess])
}

/** Suspects that sign method, path, time, names, and the parts or the body, in any order and joined in any way. */
export function messages(construction: Construction, address: Endpoint, given: Signed): Suspect[] {
  const called = { ...words, ...outside(construction) }
  if (!ownDigestIn(construction, given.answer.signature)) return []
  const piecesOf = memoized((input: Input) => pieces(construction, address, input))
  const guesses = arranged.flatMap((names) =>
    joints.flatMap((separator) =>
      timesOf(construction, names, separator).map(({ words: unit, make: time }) => ({
        words: `${enumerated(names.map((name) => called[name] ?? name))}${said(separator)}${unit}`,
        make: digestsOf(construction, (input) => written(piecesOf(input), { names, separator, time })),
      })),
    ),
  )
  return allMade(construction, given, guesses)
}

/** How the time is written, where it stands among what is signed. */
export type WrittenTime = Way<(stated: string) => string>

function timesOf({ parts }: Construction, names: readonly Token[], separator: string): WrittenTime[] {
  const isLong = names.includes('time') && parts.some(({ unit }) => unit === 'milliseconds')
  const others = isLong ? [inSeconds, ...(/^\n?$/.test(separator) ? [inIso] : [])] : []
  return [asStated, ...others]
}

export const asStated: WrittenTime = { words: '', make: (stated) => stated }

export const inSeconds: WrittenTime = {
  words: ', the time in seconds',
  make: (stated) => (/^\d+$/.test(stated) ? String(BigInt(stated) / 1000n) : stated),
}

const inIso: WrittenTime = {
  words: ', the time in ISO 8601',
  make: (stated) => (Math.abs(Number(stated)) <= 8.64e15 ? new Date(Number(stated)).toISOString() : stated),
}

type Token = 'method' | 'path' | 'time' | 'key' | 'merchant' | 'version' | 'parts' | 'fields' | 'body' | 'hash' | 'object'

const words: Readonly<Partial<Record<Token, string>>> = {
  method: 'the method',
  path: 'the path',
  version: 'v0',
  parts: 'the parts',
  fields: 'the signed fields',
  body: 'the body',
  hash: 'the hash of the body',
  object: 'the words [object Object]',
}

export function outside({ parts }: Construction): { readonly [Name in Token]?: string | undefined } {
  const named = (isIt: (part: Construction['parts'][number]) => boolean) => parts.find(isIt)?.name
  return {
    time: named(isTimestamp),
    key: named(({ header, unit }) => header !== undefined && unit === undefined),
    merchant: named(({ setting }) => setting !== undefined),
  }
}

const most = 5

const beside = choices<Token>(['method', 'path', 'time', 'key', 'merchant']).filter(({ length }) => length > 0 && length < most)

const arranged = (['parts', 'fields', 'body', 'hash', 'object'] as const).flatMap((content) =>
  beside.flatMap((others) => {
    const all = permutations<Token>([content, ...others])
    return [...all, ...all.map((each): Token[] => ['version', ...each])]
  }),
)

/** What a message is made of, values by themselves: one for each body that a signer may have written, and one without a body. */
type Pieces = Readonly<Record<Token, readonly string[]>>

function pieces(construction: Construction, { method, path }: Endpoint, { values, bodies = [] }: Input): readonly Pieces[] {
  const { time = '', key = '', merchant = '' } = outside(construction)
  const valuesOf = (parts: readonly SignedPart[]) => parts.map(({ name }) => values[name] ?? '')
  const own = { time: [values[time] ?? ''], key: [values[key] ?? ''], merchant: [values[merchant] ?? ''] }
  const [parts, fields] = [valuesOf(construction.parts), valuesOf(construction.parts.filter(({ body }) => body))]
  return ['', ...bodies].map((body) => {
    const hash = [sha256(body)]
    return { method: [method], path: [path], ...own, version: ['v0'], parts, fields, body: [body], hash, object: ['[object Object]'] }
  })
}

/** The messages of an arrangement: one for each body, if it uses a body. */
function written(
  [none, ...ofBodies]: readonly Pieces[],
  { names, separator, time: write }: { readonly names: readonly Token[]; readonly separator: string; readonly time: WrittenTime['make'] },
): string[] {
  const isOfBody = names.includes('body') || names.includes('hash')
  const all = isOfBody ? ofBodies : none ? [none] : []
  const joints = separator !== '' && names.some((name) => name === 'parts' || name === 'fields') ? ['', separator] : ['']
  const text = (each: Pieces, joint: string) =>
    names.map((name) => (name === 'time' ? each.time.map(write) : each[name]).join(joint)).join(separator)
  return all.flatMap((each) => joints.map((joint) => text(each, joint)))
}
