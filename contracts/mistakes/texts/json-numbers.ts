import type { SignedPart } from '../../construction.ts'
import { isTimestamp, type MistakeRow } from '../mistake.ts'
import type { SignedValue } from '../signing-procedure.ts'
import { pythonFloat } from '../values/floats.ts'
import { asciiJson } from '../values/spellings.ts'

/** Writes the parts as one text. */
export type Join = (values: readonly SignedValue[]) => string

/** JSON in which the time, the decimals or both are numbers: as they stand, or as a serialiser writes them. */
export function jsonWithNumbers(parts: readonly SignedPart[]): MistakeRow<Join>[] {
  const called = (isOne: (part: SignedPart) => boolean) => parts.filter(isOne).map(({ name }) => name)
  const [times, decimals] = [called(isTimestamp), called(({ kind }) => kind === 'decimal')]
  const written = [times, decimals, [...times, ...decimals]].flatMap((names) =>
    writers.map(
      ([number, text]): Member =>
        ([name, value]) =>
          names.includes(name) ? number(value) : text(value),
    ),
  )
  return jsonForms.map(([id, title, form]) => {
    const [first, ...others] = [...written.map((member) => form(member, ',', ':')), ...written.map((member) => form(member, ', ', ': '))]
    return [id, title, first ?? (() => ''), ...others]
  })
}

type Member = (value: SignedValue) => string

const asNumber = (value: string) => JSON.stringify(Number(value))
const asPythonFloat = (value: string) => pythonFloat(Number(value))

/** How a serialiser writes numbers, and texts: Python's writes ASCII alone. */
const writers: readonly (readonly [number: (value: string) => string, text: (value: string) => string])[] = [
  [(value) => value, JSON.stringify],
  [asNumber, JSON.stringify],
  [(value) => value, asciiJson],
  [asPythonFloat, asciiJson],
]

const jsonForms: readonly (readonly [id: string, title: string, form: (member: Member, comma: string, colon: string) => Join])[] = [
  [
    'signs-json-array-with-numbers',
    'a JSON array of the parts, with numbers in it',
    (member, comma) => (values) => `[${values.map(member).join(comma)}]`,
  ],
  [
    'signs-json-of-parts-with-numbers',
    'a JSON object of the parts, with numbers in it',
    (member, comma, colon) => (values) => `{${values.map(([name, value]) => `"${name}"${colon}${member([name, value])}`).join(comma)}}`,
  ],
]
