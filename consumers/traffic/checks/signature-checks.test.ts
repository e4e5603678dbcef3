import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { gateSettings } from '../../gate/environment.ts'
import { createTraffic } from '../traffic.ts'

const settings = gateSettings(contract)
const bases = { coin: 'http://127.0.0.1:1', chain: 'http://127.0.0.1:2' }

it.each([
  ['', 'nothing'],
  ['|', '"|"'],
])('a finding about a signature says what stands between the parts: %j', (separator, words) => {
  const operations = contract.operations.map((operation) => {
    const { authentication } = operation
    if (authentication.kind !== 'signed') return operation
    const construction = { ...authentication.signature.construction, separator }
    return { ...operation, authentication: { ...authentication, signature: { ...authentication.signature, construction } } }
  })
  const briefing = { contract: { ...contract, operations }, bases, settings, decoys: {}, callbacks: [], awaitsCallback: false }
  const traffic = createTraffic({ briefing, operations: operations.map(({ id }) => id) })
  const fields = { amount: '1', token: settings['withdrawToken'], walletAddress: settings['walletAddress'], chain: 'BSC' }
  const headers = { 'x-api-key': settings['apiKey'] ?? '', 'x-timestamp': '1760000000000', 'x-signature': '0'.repeat(64) }
  traffic.see({
    id: '1',
    probe: '',
    role: '',
    operation: '',
    request: {
      method: 'POST',
      url: `${bases.chain}/v1/webservice/withdraw`,
      headers: [...Object.entries(headers), ['content-type', 'application/json']],
      body: Buffer.from(JSON.stringify(fields)),
    },
    response: { status: 200, headers: [], body: Buffer.from('{}'), truncated: false },
    startedAt: 1_760_000_000_000,
    durationMs: 1,
    repeats: 0,
  })
  const found = traffic.found().outcomes.find(({ check }) => check === 'requestWithdrawal.request.header.x-signature')
  expect(found?.findings.map(({ expected }) => expected)).toEqual([
    expect.stringContaining(`token, walletAddress with ${words} between them, in lower-case hexadecimal`),
  ])
})
