import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { hmac } from '../../../contracts/hashing.ts'
import { isTimestamp } from '../../../contracts/mistakes/mistake.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { sha256 } from '../../../spec/digest.ts'
import { memoized } from '../../../spec/memoized.ts'
import { ownDigestIn } from '../given-digest.ts'
import type { Endpoint, Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { enumerated } from './guessed-digests.ts'
import { joints, said } from './joints.ts'
import { templateOf } from './templates.ts'

/** Suspects that sign what a signer says it signed, with its values filled in. */
export function toldMessages(construction: Construction, given: Signed): Suspect[] {
  const { input, answer } = given
  const { canonicalString: text } = answer
  if (text === undefined || text === canonicalString(construction, input.values)) return []
  const template = templateOf(text, input)
  const title = `the text ${JSON.stringify(template.shown)}`
  return suspects(construction, title, given, (signed) => [template.fill(signed.input)])
}

/** Suspects that sign method, path, time, names, and the parts or the body, in any order and joined in any way. */
export function messages(construction: Construction, address: Endpoint, given: Signed): Suspect[] {
  const called = { ...words, ...outside(construction) }
  if (!ownDigestIn(construction, given.answer.signature)) return []
  const piecesOf = memoized((input: Input) => pieces(construction, address, input))
  return arrangements.flatMap((names) =>
    joints.flatMap((separator) =>
      timesOf(construction, names, separator).flatMap(({ words: unit, time }) =>
        suspects(construction, `${enumerated(names.map((name) => called[name] ?? name))}${said(separator)}${unit}`, given, ({ input }) =>
          written(piecesOf(input), { names, separator, time }),
        ),
      ),
    ),
  )
}

/** How the time is written, where it stands among what is signed. */
export interface WrittenTime {
  readonly words: string
  readonly time: (stated: string) => string
}

function timesOf({ parts }: Construction, names: readonly Token[], separator: string): WrittenTime[] {
  const isLong = names.includes('time') && parts.some(({ unit }) => unit === 'milliseconds')
  const others = isLong ? [inSeconds, ...(/^\n?$/.test(separator) ? [inIso] : [])] : []
  return [asStated, ...others]
}

export const asStated: WrittenTime = { words: '', time: (stated) => stated }

/** The time cut to seconds, whatever its length. */
export const inSeconds: WrittenTime = {
  words: ', the time in seconds',
  time: (stated) => (/^\d+$/.test(stated) ? String(BigInt(stated) / 1000n) : stated),
}

const inIso: WrittenTime = {
  words: ', the time in ISO 8601',
  time: (stated) => (Math.abs(Number(stated)) <= 8.64e15 ? new Date(Number(stated)).toISOString() : stated),
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

const arrangements = (['parts', 'fields', 'body', 'hash', 'object'] as const).flatMap((content) =>
  chosen(['method', 'path', 'time', 'key', 'merchant']).flatMap((others) => {
    const all = others.length < most ? orders([content, ...others]) : []
    return [...all, ...all.map((each): Token[] => ['version', ...each])]
  }),
)

/** All choices of tokens except none at all. */
function chosen(tokens: readonly Token[]): Token[][] {
  const [first, ...others] = tokens
  if (first === undefined) return []
  const rest = chosen(others)
  return [[first], ...rest, ...rest.map((each): Token[] => [first, ...each])]
}

function orders(tokens: readonly Token[]): Token[][] {
  if (tokens.length < 2) return [[...tokens]]
  return tokens.flatMap((token) => orders(tokens.filter((other) => other !== token)).map((rest) => [token, ...rest]))
}

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
  { names, separator, time: write }: { readonly names: readonly Token[]; readonly separator: string } & Pick<WrittenTime, 'time'>,
): string[] {
  const isOfBody = names.includes('body') || names.includes('hash')
  const all = isOfBody ? ofBodies : none ? [none] : []
  const joints = separator !== '' && names.some((name) => name === 'parts' || name === 'fields') ? ['', separator] : ['']
  const text = (each: Pieces, joint: string) =>
    names.map((name) => (name === 'time' ? each.time.map(write) : each[name]).join(joint)).join(separator)
  return all.flatMap((each) => joints.map((joint) => text(each, joint)))
}

function suspects({ hash, encoding }: Construction, title: string, given: Signed, messagesOf: (signed: Signed) => string[]): Suspect[] {
  const makes = (signed: Signed) =>
    messagesOf(signed).some((text) => hmac(hash, signed.input.secret, text).toString(encoding) === signed.answer.signature)
  return makes(given) ? [{ explanation: { title }, makes }] : []
}
