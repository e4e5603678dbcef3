import type { Contract } from '../contracts/contract.ts'
import { requestInputs } from '../contracts/fields.ts'
import { sample } from '../contracts/schemas/sample.ts'
import { brokenBound } from '../contracts/schemas/violations.ts'

/**
 * The settings of the reference provider, by name: public, so that it can be judged without configuration.
 * None of them is a secret of anybody's. The signing secret is hexadecimal (and base64) on purpose: a signer that
 * decodes it shows.
 */
export const defaultSettings: Readonly<Record<string, string>> = {
  accessToken: 'Bearer4AssayReferenceToken',
  apiToken: 'Token4AssayReferenceApi2026',
  apiKey: 'Key4AssayReference77Merchant',
  merchantCode: 'Merchant4AssayReference12',
  signingSecret: 'A55a7C0de5EC2e7A55a7F00dBeefCafe0123456789aBcDeF0123456789AbCdEf',
  source: '1',
  terminalId: '100001',
  walletAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  withdrawToken: 'USDT',
  withdrawChain: 'BSC',
  withdrawAmount: '1.5',
}

/** Terminals of the reference provider beside the one of its settings: one with payments of its own, one with none. */
export const otherTerminals = { busy: '100002', empty: '100003' } as const

/** The settings of a contract's provider: what an overlay added gets a value that follows from its name, or that keeps to its bounds. */
export function providerSettings({ settings, operations }: Contract): Record<string, string> {
  const inputs = operations.flatMap(requestInputs)
  const valueFor = (name: string) => {
    const input = inputs.find(({ value }) => 'setting' in value && value.setting === name)
    const own = defaultSettings[name]
    if (own !== undefined && (!input || brokenBound(input.schema, own) === undefined)) return own
    return input ? String(sample(input.schema)) : `Reference4Assay1${name}`
  }
  return { ...defaultSettings, ...Object.fromEntries(settings.map(({ name }) => [name, valueFor(name)])) }
}
