import { spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { Command } from 'commander'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { UsageError } from '../../language/usage-error.ts'
import { startProvider } from '../../provider/server.ts'
import { curlCommand, headerLines } from '../../reports/exchanges/signed-request.ts'
import { signCommand } from './sign.ts'

const environment = {
  ASSAY_API_KEY: 'ak_test_sign_1',
  ASSAY_MERCHANT_CODE: 'M-sign-77',
  ASSAY_SIGNING_SECRET: 'sk_test_sign_never_shown',
  ASSAY_WALLET_ADDRESS: '0x52908400098527886E0F7030069857D2E4169EE7',
  ASSAY_WITHDRAW_TOKEN: 'USDT',
  ASSAY_WITHDRAW_CHAIN: 'BSC',
  ASSAY_WITHDRAW_AMOUNT: '1.50',
}
const time = 1_700_000_000_123
const text = `ak_test_sign_1M-sign-77${time}1.50USDT0x52908400098527886E0F7030069857D2E4169EE7`
const signature = createHmac('sha256', environment.ASSAY_SIGNING_SECRET).update(text).digest('hex')

beforeEach(() => {
  for (const { env } of contract.settings) vi.stubEnv(env, (environment as Record<string, string>)[env] ?? '')
})
afterEach(() => vi.unstubAllEnvs())

async function assaySign(...words: string[]): Promise<string> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    const program = new Command().exitOverride().addCommand(
      signCommand(() => time)
        .exitOverride()
        .configureOutput({ writeErr: () => {} }),
    )
    await program.parseAsync(['sign', ...words], { from: 'user' })
    return write.mock.calls.map(([said]) => String(said)).join('')
  } finally {
    write.mockRestore()
  }
}

describe('assay sign', () => {
  it('prints the headers of one withdrawal', async () => {
    expect(await assaySign()).toBe(
      `x-api-key: ak_test_sign_1\nx-timestamp: ${time}\nx-signature: ${signature}\ncontent-type: application/json\n`,
    )
  })

  it('signs what the flags say, and the time they give', async () => {
    const other = createHmac('sha256', environment.ASSAY_SIGNING_SECRET).update(text.replace('1.50', '2').replace(String(time), '5'))
    expect(await assaySign('--withdraw-amount', '2', '--timestamp', '5')).toContain(`x-signature: ${other.digest('hex')}\n`)
  })

  it('explains each part, the text and the digest, and never shows the secret', async () => {
    const said = await assaySign('--explain')
    for (const part of [text, '"1.50"', '"M-sign-77"', 'ASSAY_MERCHANT_CODE', 'ASSAY_SIGNING_SECRET, 24 bytes', signature])
      expect(said).toContain(part)
    expect(said).not.toContain(environment.ASSAY_SIGNING_SECRET)
  })

  it('prints a curl command with variables in place of secrets, that a shell reads as it is meant', async () => {
    const command = await assaySign('--curl', '--description', `it's "$HOME" \`x\``)
    for (const secret of ['ak_test_sign_1', 'M-sign-77', 'sk_test_sign_never_shown']) expect(command).not.toContain(secret)
    const { stdout } = spawnSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
      env: { ...process.env, ...environment, ASSAY_CHAIN_URL: 'https://dev.example/p' },
      encoding: 'utf8',
    })
    expect(stdout.split('\n').slice(0, 3)).toEqual(['-X', 'POST', 'https://dev.example/p/v1/webservice/withdraw'])
    expect(stdout).toContain('x-api-key: ak_test_sign_1\n')
    expect(JSON.parse(stdout.split('\n').at(-2) ?? '')).toMatchObject({ amount: '1.50', description: `it's "$HOME" \`x\`` })
  })

  it('prints what an overlay adds to the signed headers, without its secrets', async () => {
    const operation = contract.operations.find(isSigned)
    if (!operation) throw new Error('the document has no signed operation')
    const code = { name: 'x-code', in: 'header', required: true, schema: {}, value: { setting: 'merchantCode' } } as const
    const headers = [['x-code', 'M-sign-77'] as const]
    const request = { method: 'POST', url: 'https://dev.example', headers }
    const made = { operation: { ...operation, parameters: [code] }, request, input: { values: {}, secret: '' } }
    expect(curlCommand(contract, made, undefined)).toContain('-H "x-code: $ASSAY_MERCHANT_CODE"')
    expect(headerLines(made)).toBe('x-code: M-sign-77\n')
  })

  it('names the address that is given', async () => {
    expect(await assaySign('--curl', '--target', 'https://dev.example/p/')).toContain(`'https://dev.example/p''/v1/webservice/withdraw'`)
  })

  it('makes headers that the reference provider accepts', async () => {
    const provider = await startProvider({ contract, port: 0 })
    try {
      for (const { name, env } of contract.settings) vi.stubEnv(env, provider.settings[name] ?? '')
      const said = await assaySign('--explain', '--timestamp', String(Date.now()))
      const headers = await assaySign('--timestamp', /(\d{13})/.exec(said)?.[1] ?? '')
      const response = await fetch(`${provider.url}${contract.operations.find(({ movesMoney }) => movesMoney)?.path}`, {
        method: 'POST',
        headers: Object.fromEntries(
          headers
            .trim()
            .split('\n')
            .map((line) => line.split(': ') as [string, string]),
        ),
        body: said.trimEnd().split('\n').at(-1)?.trim() ?? '',
      })
      expect([response.status, await response.json()]).toEqual([200, expect.objectContaining({ data: { withdrawId: expect.any(Number) } })])
    } finally {
      await provider.close()
    }
  })

  it('names every setting that is missing, and where to put it', async () => {
    vi.stubEnv('ASSAY_SIGNING_SECRET', '')
    vi.stubEnv('ASSAY_WITHDRAW_TOKEN', '')
    await expect(assaySign()).rejects.toThrow(UsageError)
    await expect(assaySign()).rejects.toThrow(/missing:\n {2}ASSAY_SIGNING_SECRET: .*\n {2}ASSAY_WITHDRAW_TOKEN or --withdraw-token: /)
  })

  it('takes no secret from a flag, and no invalid time', async () => {
    await expect(assaySign('--signing-secret', 'x')).rejects.toThrow(/unknown option/)
    await expect(assaySign('--timestamp', 'now')).rejects.toThrow(/milliseconds/)
  })
})
