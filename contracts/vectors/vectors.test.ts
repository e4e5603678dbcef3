import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { contract } from '../generated/contract.ts'
import file from '../generated/vectors/withdrawal-signature.json' with { type: 'json' }
import schema from '../generated/vectors/withdrawal-signature.schema.json' with { type: 'json' }
import { mistakes } from '../mistakes/mistakes.ts'
import { lintVectors } from './lint.fixture.ts'
import { inputOf, signedHeaders, type Vector, type VectorFile } from './vectors.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const vectors = file as unknown as VectorFile
const tests = vectors.testGroups.flatMap((group) => group.tests)
const valid = tests.filter(({ result }) => result === 'valid')
const invalid = tests.filter(({ result }) => result === 'invalid')

describe('the vectors', () => {
  it('are at least a hundred, and right by their linter', () => {
    expect(tests.length).toBeGreaterThanOrEqual(100)
    expect(lintVectors(vectors, construction)).toEqual([])
  })

  it('fit their schema, which is strict', () => {
    const validate = new Ajv2020({ strict: false }).compile(schema)
    expect([validate(file), validate.errors]).toEqual([true, null])
    expect(validate({ ...file, extra: 1 })).toBe(false)
    expect(validate(changed({ tcId: 1 }, { mistake: 'signs-seconds' }))).toBe(false)
    expect(validate(changed({ result: 'invalid' }, { mistake: undefined }))).toBe(false)
    expect(validate(changed({ tcId: 1 }, { token: 7 }))).toBe(false)
  })

  it('have an invalid one for every mistake of the catalogue', () => {
    expect([...new Set(invalid.map(({ mistake }) => mistake))]).toEqual(mistakes(construction).map(({ id }) => id))
  })

  it('have invalid ones of many inputs', () => {
    expect(new Set(invalid.map((test) => test.canonicalString + test.secret)).size).toBe(8)
  })

  it('keep their numbers', () => {
    const number = (mistake: string) => invalid.find((test) => test.mistake === mistake)?.tcId
    expect([number('signs-seconds'), number('signs-amount-as-number'), number('encodes-upper-case')]).toEqual([439733, 495723, 181956])
    expect(valid.map(({ tcId }) => tcId).join(' ')).toMatchInlineSnapshot(
      `"1 2 10 11 12 13 14 15 20 21 22 23 24 25 26 27 30 31 32 33 34 40 41 42 50 51 52 53 54 55 56 57 58 59 60 61 70 71 80 81 82 83 84 85 86 90 91 100 101 102 103 104 110 111 120 121 122 125 126 127 130 131 132 133 135 136 140 141 142 150 151 152 153 154 155 156 157 160 161 170 171 172 173 174 175 180 181 182 185 190 191 192 193 194 195 230 231 232 233 234 235 236 237 238 239 240 241 242 243 244 245 246 247 250 251 252 253 254 256 257 258 259 260 261 262 263 270 271 272 273 274 275 276 280 281 282 285 286 287 288 289 290 200 201 202 203 204 205 206 207 208 209 220 221 222"`,
    )
  })

  it('show every movable boundary as two requests with one signature', () => {
    const movable = valid.filter(({ flags }) => flags.includes('MovableBoundary'))
    const signatures = Map.groupBy(movable, ({ signature }) => signature)
    expect(movable.length).toBe(2 * (construction.parts.length - 1))
    for (const [one, other, ...more] of signatures.values()) {
      expect([one?.canonicalString, more]).toEqual([other?.canonicalString, []])
      expect(inputOf(construction, one as Vector)).not.toEqual(inputOf(construction, other as Vector))
    }
  })

  it('begin with the zeros that they say', () => {
    const zeros = valid.filter(({ flags }) => flags.includes('LeadingZero')).map(({ signature }) => /^0*/.exec(signature)?.[0].length)
    expect(zeros).toEqual([1, 2, 3])
  })
})

describe('implementations that are not ours agree', () => {
  it.skipIf(spawnSync('openssl', ['version']).status !== 0)('openssl', () => {
    const right = openssl(tests)
    for (const test of tests) expect(right.get(test), String(test.tcId)).toMatch(/^[0-9a-f]{64}$/)
    for (const test of valid) expect([test.tcId, test.signature]).toEqual([test.tcId, right.get(test)])
    for (const test of invalid) expect(test.signature, String(test.tcId)).not.toBe(right.get(test))
  })

  it.skipIf(spawnSync('python3', ['--version']).status !== 0)("Python's hmac", () => {
    const script = [
      'import hashlib, hmac, json, sys',
      'for test in json.load(sys.stdin):',
      "    text = ''.join(test[name] for name in sys.argv[1:])",
      "    print(hmac.new(test['secret'].encode(), text.encode(), hashlib.sha256).hexdigest())",
    ].join('\n')
    const names = construction.parts.map(({ name }) => name)
    const { stdout } = spawnSync('python3', ['-c', script, ...names], { input: JSON.stringify(valid), encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual(valid.map(({ signature }) => signature))
  })
})

describe('lintVectors', () => {
  it.each([
    {
      fault: 'a right signature altered',
      given: changed({ tcId: 1 }, { signature: 'f'.repeat(64) }),
      want: /^tcId 1: signature: expected/,
    },
    { fault: 'a canonical string altered', given: changed({ tcId: 1 }, { canonicalString: 'x' }), want: /^tcId 1: canonicalString/ },
    { fault: 'bytes altered', given: changed({ tcId: 1 }, { canonicalBytes: '00' }), want: /^tcId 1: canonicalBytes/ },
    { fault: 'a number twice', given: changed({ tcId: 2 }, { tcId: 1 }), want: /^tcId 1 is given more than once/ },
    { fault: 'an unknown flag', given: changed({ tcId: 1 }, { flags: ['Ordinary', 'Odd'] }), want: /flag Odd is not explained/ },
    { fault: 'an unknown mistake', given: changed({ mistake: 'signs-body' }, { mistake: 'naps' }), want: /no mistake naps/ },
    {
      fault: 'a mistake without a vector',
      given: {
        ...vectors,
        testGroups: vectors.testGroups.map((group) => ({ ...group, tests: group.tests.filter(({ mistake }) => mistake !== 'signs-body') })),
      },
      want: /mistake signs-body has no vector/,
    },
    {
      fault: 'an invalid one that is right',
      given: changed({ tcId: 1 }, { result: 'invalid', mistake: 'signs-body' }),
      want: /invalid, but its signature is right/,
    },
    {
      fault: 'a lonely boundary',
      given: changed({ tcId: 200 }, { flags: ['Ordinary'] }),
      want: /^tcId 201: expected another MovableBoundary/,
    },
    { fault: 'another count', given: { ...vectors, numberOfTests: 1 }, want: /^numberOfTests: expected \d+, found 1/ },
    {
      fault: 'a note for nothing',
      given: { ...vectors, notes: { ...vectors.notes, Odd: { bugType: 'BASIC', description: '' } } },
      want: /explains Odd/,
    },
  ])('finds $fault', ({ given, want }) => {
    expect(lintVectors(given, construction).join('\n')).toMatch(new RegExp(want.source, 'm'))
  })
})

/** The file with one test changed: the first that has all of these members. */
function changed(which: Partial<Vector>, change: Readonly<Record<string, unknown>>): VectorFile {
  const found = tests.find((test) => Object.entries(which).every(([name, value]) => test[name] === value))
  const testGroups = vectors.testGroups.map((group) => ({
    ...group,
    tests: group.tests.map((test) => (test === found ? ({ ...test, ...change } as Vector) : test)),
  }))
  return JSON.parse(JSON.stringify({ ...vectors, testGroups })) as VectorFile
}

/** What openssl signs with, a process for each secret. */
function openssl(given: readonly Vector[]): ReadonlyMap<Vector, string> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-vectors-'))
  try {
    const files = new Map(given.map((test) => [test, join(folder, String(test.tcId))]))
    for (const [{ canonicalBytes }, file] of files) writeFileSync(file, Buffer.from(canonicalBytes, 'hex'))
    const signed = [...Map.groupBy(given, ({ secret }) => secret)].flatMap(([secret, group]) => {
      const key = `hexkey:${Buffer.from(secret, 'utf8').toString('hex')}`
      const words = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', key, '-r', ...group.flatMap((test) => files.get(test) ?? [])]
      return spawnSync('openssl', words, { encoding: 'utf8' }).stdout.split('\n')
    })
    const byFile = new Map(signed.map((line) => [line.slice(64).replace(/^ \*/, ''), line.slice(0, 64)]))
    return new Map([...files].map(([test, file]) => [test, byFile.get(file) ?? '']))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
