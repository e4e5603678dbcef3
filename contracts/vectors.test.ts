import { spawnSync } from 'node:child_process'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { contract } from './generated/contract.ts'
import file from './generated/vectors/withdrawal-signature.json' with { type: 'json' }
import schema from './generated/vectors/withdrawal-signature.schema.json' with { type: 'json' }
import { mistakes } from './mistakes.ts'
import { lintVectors } from './vectors/lint.ts'
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
    expect(invalid.map(({ mistake }) => mistake)).toEqual(mistakes(construction).map(({ id }) => id))
  })

  it('keep their numbers', () => {
    const number = (mistake: string) => invalid.find((test) => test.mistake === mistake)?.tcId
    expect([number('signs-seconds'), number('signs-amount-as-number'), number('encodes-upper-case')]).toEqual([439733, 495723, 181956])
    expect(valid.map(({ tcId, comment }) => `${tcId} ${comment}`)).toMatchInlineSnapshot(`
      [
        "1 ordinary values",
        "2 other ordinary values",
        "10 amount: "1.0"",
        "11 amount: "1.50"",
        "12 amount: "100.00"",
        "13 amount: "0.10"",
        "14 amount: "1.000000000000000000"",
        "15 amount: "0.00"",
        "20 amount: "0.000000000000000001"",
        "21 amount: "0.00000001"",
        "22 amount: "0.0000001"",
        "23 amount: "12.345678901234567"",
        "24 amount: "0.30000000000000004"",
        "25 amount: "2.675"",
        "26 amount: "1.005"",
        "27 amount: "0.1"",
        "30 amount: "9007199254740993"",
        "31 amount: "123456789012345678901234567890"",
        "32 amount: "1000000000000000000000"",
        "33 amount: "99999999999999999999.999999999999999999"",
        "34 amount: "1000000"",
        "40 amount: "0"",
        "41 amount: "007.10"",
        "42 amount: "10"",
        "50 wallet: "0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae"",
        "51 wallet: "0XDE0B295669A9FD93D5F28D9EC85E40F4CB697BAE"",
        "52 wallet: "de0b295669a9fd93d5f28d9ec85e40f4cb697bae"",
        "53 wallet: "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb"",
        "54 wallet: "1BitcoinEaterAddressDontSendf59kuE"",
        "55 wallet: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"",
        "56 wallet: "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"",
        "57 wallet: "11111111111111111111111111111111"",
        "58 wallet: "rrrrrrrrrrrrrrrrrrrrrhoLvTp"",
        "59 wallet: GAAAAAAAAAAAAAAAAAAA… (56 characters)",
        "60 wallet: "EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c"",
        "61 wallet: bitcoincash:qpm2qszn… (54 characters)",
        "70 wallet: "rrrrrrrrrrrrrrrrrrrrrhoLvTp?dt=12&memo=a%20b"",
        "71 wallet: "EQAA+/AA=#1"",
        "80 asset: "USDC.e"",
        "81 asset: "1INCH"",
        "82 asset: "wUSDT"",
        "83 asset: "usdt"",
        "84 asset: "USDT-TRC20"",
        "85 asset: "BSC_USD"",
        "86 asset: "A"",
        "90 asset: "تومان"",
        "91 asset: "₿"",
        "100 merchant: "فروشگاه-۱۲"",
        "101 merchant: "商户42"",
        "102 merchant: "Ünal & Söhne"",
        "103 merchant: "🪙"",
        "104 merchant: "Ł"",
        "110 merchant code composed (NFC)",
        "111 merchant code decomposed (NFD)",
        "120 merchant: "a+b%20c&d=e"",
        "121 merchant: "a/b?c#d"",
        "122 merchant: "~!*()"",
        "125 merchant: "two words"",
        "126 merchant: " leading"",
        "127 merchant: "trailing "",
        "130 merchant: "say \\"hi\\""",
        "131 merchant: "back\\\\slash"",
        "135 merchant: "000123"",
        "136 merchant: mmmmmmmmmmmmmmmmmmmm… (200 characters)",
        "140 key: "Ab+/Cd=="",
        "141 key: "3f2504e0-4f89-41d3-9a0c-0305e82c3301"",
        "142 key: "0123456789"",
        "150 secret of 1 bytes",
        "151 secret of 31 bytes",
        "152 secret of 32 bytes",
        "153 secret of 63 bytes",
        "154 secret of 64 bytes",
        "155 secret of 65 bytes",
        "156 secret of 128 bytes",
        "157 secret of 200 bytes",
        "160 secret of 22 characters and 66 bytes",
        "161 secret outside of the basic plane",
        "170 secret: "deadbeefdeadbeefdeadbeefdeadbeef"",
        "171 secret: "DEADBEEF"",
        "172 secret: "c2VjcmV0LWtleQ=="",
        "173 secret: "0x0f0f0f"",
        "174 secret: "12345678901234567890"",
        "175 secret: "true"",
        "180 secret: "with space"",
        "181 secret: " leading"",
        "182 secret: "trailing "",
        "185 secret: "quote\\"and\\\\slash"",
        "190 timestamp: "1700000000000"",
        "191 timestamp: "1700000000100"",
        "192 timestamp: "999999999999"",
        "193 timestamp: "10000000000000"",
        "194 timestamp: "1"",
        "195 timestamp: "9007199254740991"",
        "200 the boundary between key and merchant code moved: one signature with 201",
        "201 the boundary between key and merchant code moved: one signature with 200",
        "202 the boundary between merchant code and timestamp moved: one signature with 203",
        "203 the boundary between merchant code and timestamp moved: one signature with 202",
        "204 the boundary between timestamp and amount moved: one signature with 205",
        "205 the boundary between timestamp and amount moved: one signature with 204",
        "206 the boundary between amount and asset moved: one signature with 207",
        "207 the boundary between amount and asset moved: one signature with 206",
        "208 the boundary between asset and wallet moved: one signature with 209",
        "209 the boundary between asset and wallet moved: one signature with 208",
        "220 the signature begins with 0",
        "221 the signature begins with 00",
        "222 the signature begins with 000",
      ]
    `)
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
    for (const test of valid) expect([test.tcId, test.signature]).toEqual([test.tcId, openssl(test)])
    const [first] = invalid
    for (const test of invalid) expect(test.signature, String(test.tcId)).not.toBe(openssl(first as Vector))
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
      given: changed({ mistake: 'signs-body' }, { mistake: 'signs-seconds' }),
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

function openssl({ canonicalBytes, secret }: Vector): string {
  const key = Buffer.from(secret, 'utf8').toString('hex')
  const { stdout } = spawnSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-r'], {
    input: Buffer.from(canonicalBytes, 'hex'),
    encoding: 'utf8',
  })
  return stdout.slice(0, 64)
}
