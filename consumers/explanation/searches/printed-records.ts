import { asciiJson, dotnetJson, goJson, phpJson, pythonText } from '../../../contracts/mistakes/values/spellings.ts'
import type { Way } from './guesses.ts'
import { asWritten, inPascalCase, inSnakeCase } from './namings.ts'

export type Member = readonly [name: string, value: string]

export type PrintedRecord<Text = string> = Way<(members: readonly Member[]) => Text> & {
  /** The namings that its language has, in their words; any where it is left out. */
  readonly namings?: readonly string[]
}

/** What stands before the members, between them and behind them. */
type Layout = readonly [before: string, between: string, behind: string]

/** Names and values as languages print their records, maps and structs, in words with `%` for what is printed. */
export const printedRecords: readonly PrintedRecord[] = [
  printed('a dictionary of % as Python prints it', ['{', ', ', '}'], ([name, value]) => `${pythonText(name)}: ${pythonText(value)}`),
  printed('a list of pairs of % as Python prints it', ['[', ', ', ']'], ([name, value]) => `(${pythonText(name)}, ${pythonText(value)})`),
  printed('a map of % as Go prints it', ['map[', ' ', ']'], ([name, value]) => `${name}:${value}`),
  ...['', '&'].flatMap((address) => [
    printed('a struct of % as Go prints it', [`${address}{`, ' ', '}'], ([, value]) => value),
    printed('a struct of % with its names as Go prints it', [`${address}{`, ' ', '}'], ([name, value]) => `${name}:${value}`),
  ]),
  printed('a map of % in the syntax of Go', ['map[string]string{', ', ', '}'], ([name, value]) => `${quoted(name)}:${quoted(value)}`),
  printed('a slice of % in the syntax of Go', ['[]string{', ', ', '}'], ([, value]) => quoted(value)),
  ...['List', 'Vector', 'ArraySeq', 'Set'].map((type) =>
    printed(`a ${type} of % as Scala prints it`, [`${type}(`, ', ', ')'], ([, value]) => value),
  ),
  printed('a map of % as Java prints it', ['{', ', ', '}'], ([name, value]) => `${name}=${value}`),
  printed('an object of % as .NET prints it', ['{ ', ', ', ' }'], ([name, value]) => `${name} = ${value}`),
  ...['=>', ' => '].map((arrow) =>
    printed('a hash of % as Ruby prints it', ['{', ', ', '}'], ([name, value]) => `${quoted(name)}${arrow}${quoted(value)}`),
  ),
  printed('a hash of % with symbols as Ruby prints it', ['{', ', ', '}'], ([name, value]) => `:${name}=>${quoted(value)}`),
  printed('a hash of % with symbols as Ruby prints it', ['{', ', ', '}'], ([name, value]) => `${name}: ${quoted(value)}`),
  printed('an object of % as Node prints it', ['{ ', ', ', ' }'], ([name, value]) => `${name}: '${value}'`),
  printed('an object of % as Node prints it', ['{\n  ', ',\n  ', '\n}'], ([name, value]) => `${name}: '${value}'`),
  ...[JSON.stringify, asciiJson].flatMap((write) =>
    ['  ', '    '].map((space) =>
      printed('a JSON object of % in lines', [`{\n${space}`, `,\n${space}`, '\n}'], ([name, value]) => `${write(name)}: ${write(value)}`),
    ),
  ),
  printed('an array of % as PHP prints it', ['Array\n(\n    ', '\n    ', '\n)\n'], ([name, value]) => `[${name}] => ${value}`),
  printed('an array of % as PHP exports it', ['array (\n  ', ',\n  ', ',\n)'], ([name, value]) => `'${name}' => '${value}'`),
  {
    words: 'a list of % as PHP serialises it',
    make: (members) => `a:${members.length}:{${members.map(([, value], index) => `i:${index};${serialised(value)}`).join('')}}`,
  },
  { words: 'an array of % as PHP serialises it', make: (members) => `a:${members.length}:{${members.flat().map(serialised).join('')}}` },
  printed('elements of XML of %', ['', '', ''], ([name, value]) => `<${name}>${value}</${name}>`),
  ...['xml', 'request', 'Request', 'withdraw', 'root'].map((root) =>
    printed(`an element ${root} of XML with %`, [`<${root}>`, '', `</${root}>`], ([name, value]) => `<${name}>${value}</${name}>`),
  ),
  ...typeNames().flatMap((type) => [
    ...named(asWritten, [
      printed(`a record ${type} of % as Java prints it`, [`${type}[`, ', ', ']'], ([name, value]) => `${name}=${value}`),
      printed(`an object ${type} of % as Java programs print it`, [`${type}{`, ', ', '}'], ([name, value]) => `${name}='${value}'`),
      printed(`a data class ${type} of % as Kotlin prints it`, [`${type}(`, ', ', ')'], ([name, value]) => `${name}=${value}`),
      printed(`a struct ${type} of % as Swift prints it`, [`${type}(`, ', ', ')'], ([name, value]) => `${name}: ${quoted(value)}`),
    ]),
    ...named(inSnakeCase, [
      printed(`a data class ${type} of % as Python prints it`, [`${type}(`, ', ', ')'], ([name, value]) => `${name}=${pythonText(value)}`),
      printed(`a struct ${type} of % as Rust prints it`, [`${type} { `, ', ', ' }'], ([name, value]) => `${name}: ${quoted(value)}`),
    ]),
    ...named(inPascalCase, [
      printed(`a record ${type} of % as .NET prints it`, [`${type} { `, ', ', ' }'], ([name, value]) => `${name} = ${value}`),
    ]),
  ]),
]

const quotings = [
  ['', JSON.stringify],
  [' in ASCII', asciiJson],
  [' with slashes escaped', phpJson],
  [' as Go writes it', goJson],
  [' as .NET writes it', dotnetJson],
] as const

/** Ways to write a JSON object in one line, in words behind it; every value as a text unless `value` writes it. */
export const jsonObjects = [['', ',', ':'] as const, [' with spaces', ', ', ': '] as const].flatMap(([spaced, comma, colon]) =>
  quotings.map(([quoting, quote]) => ({
    words: spaced + quoting,
    quote,
    make: (members: readonly Member[], value = ([, text]: Member) => quote(text)) =>
      `{${members.map((member) => quote(member[0]) + colon + value(member)).join(comma)}}`,
  })),
)

function printed(words: string, [before, between, behind]: Layout, member: (member: Member) => string): PrintedRecord {
  return { words, make: (members) => before + members.map(member).join(between) + behind }
}

/** Records of a language whose programs name members in one way; whatever is signed may keep its own names. */
function named(naming: string, records: readonly PrintedRecord[]): PrintedRecord[] {
  return records.map((record) => ({ ...record, namings: [asWritten, naming] }))
}

/** What programs call what they sign. */
function typeNames(): string[] {
  const what = ['Withdraw', 'Withdrawal', 'Sign', 'Signature', 'Signing', '']
  return [...what.flatMap((word) => ['Request', 'Params', 'Payload', 'Data', 'Input'].map((kind) => word + kind)), 'Withdraw', 'Withdrawal']
}

function quoted(value: string): string {
  return JSON.stringify(value)
}

function serialised(value: string): string {
  return `s:${Buffer.byteLength(value)}:"${value}";`
}
