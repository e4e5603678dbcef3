import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { resolveTarget } from './configuration.ts'
import { doubtfulVariables, refuseMistakenSettings } from './mistaken-settings.ts'

const right: Readonly<Record<string, string>> = {
  ASSAY_TARGET: 'https://pay.example',
  ...Object.fromEntries(contract.settings.map(({ env }) => [env, `right-${env.slice(-5)}`])),
  ASSAY_WALLET_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
  ASSAY_WITHDRAW_TOKEN: 'USDT',
  ASSAY_WITHDRAW_AMOUNT: '1.5',
}

function complaint(change: Readonly<Record<string, string | undefined>>, operations?: string, read: readonly string[] = []): string {
  const environment = { ...right, ...change }
  const sources = { addresses: {}, flags: {}, environment, operations, allowWithdrawals: false }
  try {
    const target: Target = resolveTarget(contract, sources)
    refuseMistakenSettings(contract, target, environment, { read })
    return ''
  } catch (cause) {
    if (cause instanceof UsageError) return cause.message
    throw cause
  }
}

describe('a value that cannot be meant stops before anything is sent', () => {
  for (const [change, says] of [
    [{ ASSAY_WITHDRAW_AMOUNT: '1,5' }, /ASSAY_WITHDRAW_AMOUNT: expected a decimal number such as 1\.5; found "1,5"/],
    [{ ASSAY_WITHDRAW_AMOUNT: '-1' }, /a decimal number/],
    [{ ASSAY_WITHDRAW_AMOUNT: '1e2' }, /a decimal number/],
    [{ ASSAY_WITHDRAW_AMOUNT: '0.00' }, /greater than 0/],
    [{ ASSAY_WITHDRAW_TOKEN: 'usdt' }, /upper case, such as USDT/],
    [{ ASSAY_WALLET_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EEG' }, /hexadecimal digits after 0x/],
    [{ ASSAY_WALLET_ADDRESS: `0x${'0'.repeat(40)}` }, /a wallet that somebody has/],
    [
      { ASSAY_WALLET_ADDRESS: 'T9yD14Nj9j7xAB4dbGeiX 9h8unkKHxuWwb' },
      /^ASSAY_WALLET_ADDRESS is no address of a wallet: it holds white space/,
    ],
    [{ ASSAY_WALLET_ADDRESS: 'https://scan.example/address/0x52' }, /is no address of a wallet/],
    [{ ASSAY_WALLET_ADDRESS: '"0x52908400098527886E0F7030069857D2E4169EE7' }, /is no address of a wallet/],
    [
      { ASSAY_WALLET_ADDRESS: '\u200b0x52908400098527886E0F7030069857D2E4169EE7' },
      /^ASSAY_WALLET_ADDRESS holds a character that nobody can see/,
    ],
    [{ ASSAY_WITHDRAW_TOKEN: '<token>' }, /^ASSAY_WITHDRAW_TOKEN looks like the placeholder of an example\. Set the value itself\.$/],
    [{ ASSAY_TERMINAL_ID: '100001\u200b' }, /^ASSAY_TERMINAL_ID holds a character that nobody can see/],
    [
      { ASSAY_WALLET_ADDRESS: '0x52908400098527886e0f7030069857d2e4169ee' },
      /expected 40 hexadecimal digits after 0x, and no 39: some are missing/,
    ],
    [{ ASSAY_WALLET_ADDRESS: '0x5290 8400' }, /it holds white space/],
    [{ ASSAY_WALLET_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee' }, /\(EIP-55\): one of its characters is mistyped/],
    [{ ASSAY_WALLET_ADDRESS: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeADe' }, /found "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeADe"/],
    [
      { ASSAY_ACCESS_TOKEN: 'h1dden'.repeat(1000) },
      /^ASSAY_ACCESS_TOKEN has 6000 characters; expected 4096 at most, as servers take no longer ones\.$/,
    ],
    [{ ASSAY_ACCESS_TOKEN: 'Bearer abc' }, /^ASSAY_ACCESS_TOKEN begins with the scheme's name, Bearer\. Set the value itself\.$/],
    [
      { ASSAY_ACCESS_TOKEN: 'token abc' },
      /ASSAY_ACCESS_TOKEN begins with the scheme's name, Token, which goes with ASSAY_API_TOKEN: the two may be swapped\./,
    ],
    [{ ASSAY_API_TOKEN: '"abc"' }, /stands in quotation marks/],
    [{ ASSAY_API_KEY: '<API_KEY>' }, /placeholder/],
    [
      { ASSAY_ACCESS_TOKEN: undefined, ASSAY_ACESS_TOKEN: 'secret-value' },
      /ASSAY_ACESS_TOKEN is no variable .*Did you mean ASSAY_ACCESS_TOKEN/,
    ],
    [{ ASSAY_TARGET: 'https://{chain_url}' }, /ASSAY_TARGET holds a placeholder that nothing has filled in/],
    [{ ASSAY_TARGET: 'localhost:7001' }, /ASSAY_TARGET has no scheme; did you mean http:\/\/localhost:7001\?/],
    [{ ASSAY_TARGET: 'pay.example/wallet' }, /did you mean https:\/\/pay\.example\/wallet\?/],
  ] as const) {
    it(JSON.stringify(change), () => {
      expect(complaint(change)).toMatch(says)
      expect(complaint(change)).not.toContain('secret-value')
    })
  }
})

it.each([
  ['a digit short', '0x52908400098527886e0f7030069857d2e4169ee'],
  ['mistyped', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeADe'],
])('a wallet that is %s stops nothing on this machine, whose service may know made-up ones', (_, wallet) => {
  expect(complaint({ ASSAY_WALLET_ADDRESS: wallet })).not.toBe('')
  expect(complaint({ ASSAY_WALLET_ADDRESS: wallet, ASSAY_TARGET: 'http://127.0.0.1:7001' })).toBe('')
})

it('a misspelt variable that is no setting stops it too, where the right one is not set', () => {
  const read = ['ASSAY_OVERLAYS']
  expect(complaint({ ASSAY_OVERLAY: 'a.yaml' }, undefined, read)).toMatch(/ASSAY_OVERLAY is no variable .*Did you mean ASSAY_OVERLAYS/)
  expect(complaint({ ASSAY_OVERLAYS: 'a.yaml', ASSAY_OVERLAY: 'b.yaml' }, undefined, read)).toBe('')
})

describe('a variable that is not used is doubted', () => {
  const doubted = (names: readonly string[], { named = [], unset = [] }: { named?: readonly string[]; unset?: readonly string[] } = {}) => {
    const isSet = ([name]: readonly [string, string]) => !unset.includes(name)
    const environment = Object.fromEntries([...Object.entries(right).filter(isSet), ...names.map((name) => [name, 'secret-value'])])
    const target = resolveTarget(contract, { addresses: {}, flags: {}, environment, allowWithdrawals: false })
    return doubtfulVariables(contract, target, environment, { named })
  }

  it('that is nearly one of ours, wherever the right one stands', () => {
    expect(doubted(['ASSAY_WITHDRAW_TOKN'])).toEqual([
      "ASSAY_WITHDRAW_TOKN is no variable of Assay's, and is not used. Did you mean ASSAY_WITHDRAW_TOKEN?",
    ])
    expect(doubted(['ASSAY_TARGETS'])[0]).toMatch(/Did you mean ASSAY_TARGET\?/)
    expect(doubted(['ASSAY_API_KEY_2', 'ASSAY_NOTE', 'ASSAY_DEV_API_KEY', 'ASSAY_CALLBACK_URL', 'ASSAY_DOCS', 'API_KEY'])).toEqual([])
    expect(doubted(['ASSAY_APIKEY'], { named: ['ASSAY_APIKEY'] })).toEqual([])
  })

  it.each([
    ['ASSAY_SECRET_KEY', 'ASSAY_SIGNING_SECRET'],
    ['ASSAY_AMOUNT', 'ASSAY_WITHDRAW_AMOUNT'],
    ['assay_api_token', 'ASSAY_API_TOKEN'],
    ['ASAY_API_TOKEN', 'ASSAY_API_TOKEN'],
    ['API_TOKEN', 'ASSAY_API_TOKEN'],
    ['ASSAY_TARGET_URL', 'ASSAY_TARGET'],
  ])('%s, where %s is missing and the names have something in common', (name, missing) => {
    expect(doubted([name], { unset: [missing] })[0]).toContain(
      `${name} is no variable of Assay's, and is not used. Did you mean ${missing}`,
    )
  })
})

describe('an address that a flag leaves empty, as where a variable was not filled in', () => {
  it.each(['target', ...contract.bases])('stops, whatever else has one: %s', (flag) => {
    const sources = { addresses: { [flag]: ' ' }, flags: {}, environment: right, allowWithdrawals: false }
    expect(() => resolveTarget(contract, sources)).toThrow(/^--[\w-]+ is empty; expected an address such as/)
  })
})

describe('what may well be meant goes through', () => {
  for (const change of [
    {},
    { ASSAY_WITHDRAW_AMOUNT: '0.000001' },
    { ASSAY_WALLET_ADDRESS: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    ...[
      '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaee',
      '0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAEE',
      '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD',
      '0x5AaEB6053f3e94c9B9a09F33669435e7eF1bEaED',
      '0xAbCd',
    ].map((wallet) => ({ ASSAY_WALLET_ADDRESS: wallet })),
    ...['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAee', '0x52908400098527886e0f7030069857d2e4169ee'].map((wallet) => ({
      ASSAY_WALLET_ADDRESS: wallet,
      ASSAY_TARGET: 'http://localhost:4010',
    })),
    { ASSAY_DEV_ACCESS_TOKEN: 'another', ASSAY_NOTE: 'x' },
    { ASSAY_SOURCE: undefined },
  ])
    it(JSON.stringify(change), () => expect(complaint(change)).toBe(''))

  it('a wrong amount where no withdrawal is claimed', () => {
    const [coin] = contract.operations.map(({ id }) => id)
    expect(complaint({ ASSAY_WITHDRAW_AMOUNT: 'n/a' }, coin)).toBe('')
  })
})
