import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readEnvFile } from './env-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-env-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, '.env')

function read(text: string | Buffer): ReturnType<typeof readEnvFile> {
  writeFileSync(file, text)
  return readEnvFile(file)
}

const text = 'ASSAY_ACCESS_TOKEN=one\r\n# a comment\r\nASSAY_API_TOKEN="two"\r\n'

it.each([
  ['plain', text],
  ['with a byte order mark', `\uFEFF${text}`],
  ['in UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['whose lines end as on old Macs', text.replaceAll('\r\n', '\r')],
])('reads a file %s', (_, written) => {
  expect(read(written)).toEqual({ variables: { ASSAY_ACCESS_TOKEN: 'one', ASSAY_API_TOKEN: 'two' }, faults: [] })
})

const right = 'ASSAY_SOURCE=a\nexport ASSAY_API_KEY=b\n ASSAY_TERMINAL_ID = c\n# ASSAY_TARGET: d\nOTHER: ASSAY\nA=1 # or ASSAY_B=2\n'

it.each([
  'ASSAY_API_TOKEN: f',
  'set ASSAY_API_TOKEN=g',
  '$env:ASSAY_API_TOKEN="h"',
  'ASSAY_API_TOKEN',
  '- ASSAY_API_TOKEN=i',
  'declare -x ASSAY_API_TOKEN="j"',
  'setenv ASSAY_API_TOKEN k',
  '{"ASSAY_API_TOKEN":"l"}',
  'ASSAY_SOURCE=a ASSAY_API_TOKEN=m',
  'ASSAY_SOURCE=a;ASSAY_API_TOKEN=n',
])('tells that %s sets no variable', (line) => {
  expect(read(`${right}${line}\n`).faults).toEqual([
    `${file}, line 7, does not set ASSAY_API_TOKEN: expected a line ASSAY_API_TOKEN=value.`,
  ])
})

it.each([
  ['a#b', '# begins a comment, which cuts ASSAY_API_KEY short'],
  ['"ab', 'the quotation mark before the value of ASSAY_API_KEY is not closed'],
  ['\'a"b', 'the quotation mark before the value of ASSAY_API_KEY is not closed'],
  ['"ab\nASSAY_SOURCE=1\nASSAY_MEMO="1"', 'the quotation mark before the value of ASSAY_API_KEY is not closed'],
  ['"a" b', 'what stands behind the second quotation mark is no part of ASSAY_API_KEY'],
  ['"a\\"b"', 'what stands behind the second quotation mark is no part of ASSAY_API_KEY'],
])('tells what is wrong with the value %s', (value, wrong) => {
  const [first] = read(`OTHER="a\nb"\nASSAY_API_KEY=${value}\n`).faults
  expect(first).toBe(`${file}, line 3: ${wrong}. Put all of its value into one pair of quotation marks.`)
})

it.each(['"a\nb"', "'a\n# ASSAY_B\n ASSAY_C d' # e", '"a ASSAY_B=c"', '"a#b"', '1 # x=y#z', '#', '"a" # "b"', "'a\"b'", "a'b", '', '""'])(
  'leaves the value %s alone',
  (value) => {
    expect(read(`ASSAY_API_KEY=${value}\nOTHER=a#b\nOTHERS="a\n"\n`).faults).toEqual([])
  },
)

it('tells of a variable that two lines set to different values', () => {
  expect(read('ASSAY_SOURCE=1\nASSAY_API_KEY=a\nASSAY_SOURCE=1\nASSAY_API_KEY="b"\n').faults).toEqual([
    `${file}, line 4, sets ASSAY_API_KEY to another value than line 2: expected one. Remove the line that is not meant.`,
  ])
})

it('reads no file that is longer than one of variables is', () => {
  const line = 'ASSAY_SOURCE=1\n'
  expect(read(line.padEnd(64 << 10, '#')).variables).toEqual({ ASSAY_SOURCE: '1' })
  expect(() => read(line.padEnd((64 << 10) + 1, '#'))).toThrow('it is too large: 64 KB at most are read')
})
