import { words } from '../../text/words.ts'
import type { Construction, SignedPart } from '../construction.ts'
import type { Flag } from './notes.ts'

/** A right signature's case: its number, which is never given twice, and how its values depart from the ordinary ones. */
export interface Case {
  readonly tcId: number
  readonly comment: string
  readonly flags: readonly Flag[]
  readonly values: Partial<RoleValues>
}

/** The values from which every case departs. */
export const ordinary: RoleValues = {
  key: 'ak_live_4f9d2c71',
  merchant: 'M-10042',
  timestamp: '1700000000123',
  amount: '12.5',
  asset: 'USDT',
  wallet: '0x52908400098527886E0F7030069857D2E4169EE7',
  secret: 'sk_live_Zq8rT2vX5yB1nM4k',
}

/** Values on which every mistake of the catalogue shows. */
export const tellingValues: RoleValues = {
  key: 'ak_test_1',
  merchant: 'M-20077',
  timestamp: '1700000000123',
  amount: '12.3450',
  asset: 'wUSDt',
  wallet: '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01',
  secret: '00112233445566778899aabbccddeeff',
}

/** Other values on which most mistakes show. */
export const tellings: readonly Partial<RoleValues>[] = [
  { key: 'ak_two', timestamp: '1712345678901', amount: '0.500', asset: 'UsdC', wallet: '0xDe0B295669a9FD93d5F28D9Ec85E40f4cb697BAe' },
  { merchant: '商户42', amount: '250.0', asset: 'wBTC', secret: 'c2VjcmV0LWtleS1vZi0zMg==' },
  { key: 'Ab+/Cd==', merchant: 'two words', amount: '7.10', wallet: '0XAbCdEf0123456789aBcDeF0123456789AbCdEf01' },
  { timestamp: '1699999999999', amount: '1000000.10', asset: 'USDt-TRC20', secret: 'deadbeefdeadbeefdeadbeefdeadbeef' },
  { merchant: 'Zoë & Söhne', amount: '3.333333333330', secret: 'a secret with spaces' },
  {
    key: 'k',
    merchant: '000123',
    amount: '99.990',
    asset: 'mATIC',
    wallet: '0xFb6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    secret: 'k'.repeat(65),
  },
  { timestamp: '1800000000007', amount: '0.10', secret: '00ff00ff00ff00ff' },
]

/** Nothing of it comes again soon: a secret that is cut in front differs from one that is cut behind. */
const longSecret = Array.from({ length: 200 }, (_, index) => ((index * 7) % 36).toString(36)).join('')

export const vectorCases: readonly Case[] = [
  { tcId: 1, comment: 'ordinary values', flags: ['Ordinary'], values: {} },
  {
    tcId: 2,
    comment: 'other ordinary values',
    flags: ['Ordinary'],
    values: { merchant: '7', amount: '1', asset: 'BTC', secret: 'hunter2hunter2' },
  },
  ...one(10, 'amount', ['TrailingZeros'], ['1.0', '1.50', '100.00', '0.10', '1.000000000000000000', '0.00']),
  ...one(
    20,
    'amount',
    ['ManyDecimals'],
    ['0.000000000000000001', '0.00000001', '0.0000001', '12.345678901234567', '0.30000000000000004', '2.675', '1.005', '0.1'],
  ),
  ...one(
    30,
    'amount',
    ['LargeAmount'],
    ['9007199254740993', '123456789012345678901234567890', '1000000000000000000000', '99999999999999999999.999999999999999999', '1000000'],
  ),
  ...one(40, 'amount', ['TrailingZeros'], ['0', '007.10', '10']),
  ...one(
    50,
    'wallet',
    ['AddressForm'],
    words(`
      0xde0b295669a9fd93d5f28d9ec85e40f4cb697bae 0XDE0B295669A9FD93D5F28D9EC85E40F4CB697BAE de0b295669a9fd93d5f28d9ec85e40f4cb697bae
      T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb 1BitcoinEaterAddressDontSendf59kuE bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4
      BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4 11111111111111111111111111111111 rrrrrrrrrrrrrrrrrrrrrhoLvTp
      GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c
      bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a
    `),
  ),
  ...one(70, 'wallet', ['AddressForm', 'UrlCharacters'], ['rrrrrrrrrrrrrrrrrrrrrhoLvTp?dt=12&memo=a%20b', 'EQAA+/AA=#1']),
  ...one(80, 'asset', ['AssetForm'], ['USDC.e', '1INCH', 'wUSDT', 'usdt', 'USDT-TRC20', 'BSC_USD', 'A']),
  ...one(90, 'asset', ['AssetForm', 'NonAscii'], ['تومان', '₿']),
  ...one(100, 'merchant', ['NonAscii'], ['فروشگاه-۱۲', '商户42', 'Ünal & Söhne', '🪙', 'Ł']),
  { tcId: 110, comment: 'merchant code composed (NFC)', flags: ['NonAscii', 'Normalisation'], values: { merchant: 'Zo\u00eb' } },
  { tcId: 111, comment: 'merchant code decomposed (NFD)', flags: ['NonAscii', 'Normalisation'], values: { merchant: 'Zoe\u0308' } },
  ...one(120, 'merchant', ['UrlCharacters'], ['a+b%20c&d=e', 'a/b?c#d', '~!*()']),
  ...one(125, 'merchant', ['WhiteSpace'], ['two words', ' leading', 'trailing ']),
  ...one(130, 'merchant', ['JsonEscapes'], ['say "hi"', 'back\\slash']),
  ...one(132, 'wallet', ['AddressForm', 'JsonEscapes'], ['rhoLvTp:"memo"', 'memo\\7']),
  ...one(135, 'merchant', ['Ordinary'], ['000123', 'm'.repeat(200)]),
  ...one(140, 'key', ['UrlCharacters'], ['Ab+/Cd==', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', '0123456789']),
  ...[1, 31, 32, 63, 64, 65, 128, 200].map(
    (length, index): Case => ({
      tcId: 150 + index,
      comment: `secret of ${length} bytes`,
      flags: ['SecretLength'],
      values: { secret: longSecret.slice(0, length) },
    }),
  ),
  { tcId: 160, comment: 'secret of 22 characters and 66 bytes', flags: ['SecretLength', 'NonAscii'], values: { secret: '密'.repeat(22) } },
  { tcId: 161, comment: 'secret outside of the basic plane', flags: ['NonAscii'], values: { secret: '🔑🗝️' } },
  ...one(
    170,
    'secret',
    ['SecretForm'],
    ['deadbeefdeadbeefdeadbeefdeadbeef', 'DEADBEEF', 'c2VjcmV0LWtleQ==', '0x0f0f0f', '12345678901234567890', 'true'],
  ),
  ...one(180, 'secret', ['WhiteSpace'], ['with space', ' leading', 'trailing ']),
  ...one(185, 'secret', ['JsonEscapes'], ['quote"and\\slash']),
  ...one(190, 'timestamp', ['TimestampForm'], words('1700000000000 1700000000100 999999999999 10000000000000 1 9007199254740991')),
  ...one(230, 'wallet', ['AddressForm', 'NonAscii', 'Normalisation'], ['rhoLvTp?memo=Zo\u00eb', 'rhoLvTp?memo=Zoe\u0308']),
  ...one(232, 'asset', ['AssetForm', 'NonAscii', 'Normalisation'], ['\u00c5BC', 'A\u030aBC', '\uff34\uff35\uff33\uff24', '\u2460']),
  ...one(236, 'key', ['NonAscii', 'Normalisation'], ['ak-\u00e9', 'ak-e\u0301']),
  ...one(238, 'merchant', ['NonAscii', 'Normalisation'], ['\ufb01rma', '\u212bngstr\u00f6m']),
  ...one(240, 'wallet', ['WhiteSpace'], [' rhoLvTp', 'rhoLvTp ', 'rho LvTp']),
  ...one(243, 'asset', ['WhiteSpace'], [' USDT', 'USDT ', 'US DT']),
  ...one(246, 'key', ['WhiteSpace'], [' ak', 'ak ']),
  ...one(250, 'asset', ['AssetForm', 'UrlCharacters'], ['A&B', 'A+B', 'A/B']),
  ...one(253, 'amount', ['TrailingZeros'], ['1234567.50', '0001.5']),
  ...one(256, 'amount', ['LargeAmount'], ['12345678.9', '10000000', '1234567']),
  ...one(259, 'secret', ['SecretForm'], ['0xdeadbeefdeadbeef', 'ZGVhZGJlZWY', 'c2-V_jcmV0', 'dead beef', 'abc']),
  ...one(270, 'merchant', ['Directives'], ['100%d%%', 'tab\\t', '$HOME `id`', "it's", '{token}$&', '<b>R&amp;D</b>', '0']),
  ...one(280, 'merchant', ['Ordinary'], ['m'.repeat(1100)]),
  ...one(281, 'asset', ['AssetForm', 'WhiteSpace'], ['USDT\u200b', 'USDT\u00a0']),
  ...one(285, 'secret', ['SecretForm', 'Directives'], ['line\\nbreak', 'a:b=c#d', '$ecret%s']),
  ...one(288, 'secret', ['SecretForm', 'UrlCharacters'], ['q7+Zr/4Xw1==', 'a%2Bb%20c']),
  { tcId: 290, comment: 'values that are alike', flags: ['Ordinary'], values: { key: 'USDT', merchant: 'USDT' } },
  ...pair(200, 'key and merchant code', { key: 'AK1', merchant: '23' }, { key: 'AK12', merchant: '3' }),
  ...pair(
    202,
    'merchant code and timestamp',
    { merchant: 'M1', timestamp: '1700000000123' },
    { merchant: 'M', timestamp: '11700000000123' },
  ),
  ...pair(204, 'timestamp and amount', { timestamp: '170000000012', amount: '312.5' }, { timestamp: '1700000000123', amount: '12.5' }),
  ...pair(206, 'amount and asset', { amount: '1', asset: '1INCH' }, { amount: '11', asset: 'INCH' }),
  ...pair(
    208,
    'asset and wallet',
    { asset: 'USD', wallet: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
    { asset: 'USDT', wallet: '9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' },
  ),
]

/** The numbers of the cases whose signature begins with zeros: how many, by which their timestamp is found. */
export const leadingZeros: readonly { readonly tcId: number; readonly zeros: string }[] = [
  { tcId: 220, zeros: '0' },
  { tcId: 221, zeros: '00' },
  { tcId: 222, zeros: '000' },
]

function one(first: number, role: keyof RoleValues, flags: readonly Flag[], given: readonly string[]): Case[] {
  return given.map((value, index) => ({ tcId: first + index, comment: `${role}: ${excerpt(value)}`, flags, values: { [role]: value } }))
}

function pair(first: number, between: string, one: Partial<RoleValues>, other: Partial<RoleValues>): Case[] {
  const moved = `the boundary between ${between} moved`
  return [
    { tcId: first, comment: `${moved}: one signature with ${first + 1}`, flags: ['MovableBoundary'], values: one },
    { tcId: first + 1, comment: `${moved}: one signature with ${first}`, flags: ['MovableBoundary'], values: other },
  ]
}

function excerpt(value: string): string {
  return value.length > 50 ? `${value.slice(0, 20)}… (${value.length} characters)` : JSON.stringify(value)
}

/** What a part of a signature is, whatever its name: the cases of the vectors are written by role. */
type Role = 'key' | 'merchant' | 'timestamp' | 'amount' | 'asset' | 'wallet'

export type RoleValues = Readonly<Record<Role | 'secret', string>>

export function valuesByName({ parts }: Construction, values: RoleValues): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [part.name, values[roleOf(part)]]))
}

function roleOf({ kind, setting, unit }: SignedPart): Role {
  if (kind === 'decimal') return 'amount'
  if (kind === 'symbol') return 'asset'
  if (kind === 'address') return 'wallet'
  if (setting) return 'merchant'
  return unit ? 'timestamp' : 'key'
}
