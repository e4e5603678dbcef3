import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { ownAgent } from '../../engine/client/user-agents.ts'
import type { Exchange, Headers } from '../../engine/exchange.ts'
import { referenceName } from '../../engine/target.ts'
import { reportOf } from '../report.ts'
import { exchange, runOf, settings } from '../run.fixture.ts'
import { repetitionOf, rerunOf } from './repetition.ts'

function curlOf(request: Partial<Exchange['request']>, change: Partial<Exchange> = {}): string | undefined {
  const given = exchange('e1', '', change)
  const report = reportOf(runOf({ exchanges: [{ ...given, request: { ...given.request, ...request } }] }))
  const [reported] = report.exchanges
  return reported && repetitionOf(report, reported).curl
}

/** The words that a shell makes of a command, the credential's variable set. */
function words(command: string): string[] {
  const script = command.replace(/^curl/, "printf '%s\\0'")
  return execFileSync('sh', ['-c', script], { env: { ASSAY_ACCESS_TOKEN: 'a b$c' } })
    .toString()
    .split('\0')
    .slice(0, -1)
}

describe('the command that repeats an exchange', () => {
  it('says the same as the request, a variable in the place of the secret', () => {
    const body = Buffer.from(`{"it's": "$HOME \`id\` é"}`)
    const curl = curlOf({ method: 'POST', url: 'http://h/p?a=1&b=2', body }) ?? ''
    expect(curl).toContain('"$ASSAY_ACCESS_TOKEN"')
    expect(words(curl)).toEqual([
      '-g',
      '-i',
      '-X',
      'POST',
      'http://h/p?a=1&b=2',
      '-H',
      'authorization: Bearer a b$c',
      '-H',
      'user-agent:',
      '--data-raw',
      body.toString(),
    ])
  })

  it('keeps the dots in a path, and says what is sent in chunks', () => {
    const curl =
      curlOf({
        url: 'http://h/a/./b',
        headers: [
          ['user-agent', ownAgent],
          ['transfer-encoding', 'chunked'],
        ],
        body: Buffer.from('{}'),
      }) ?? ''
    const [, , ...rest] = words(curl)
    expect(rest).toEqual(['--path-as-is', '-X', 'GET', 'http://h/a/./b', '-H', 'transfer-encoding: chunked', '--data-raw', '{}'])
  })

  it('says who sent it, if that was not Assay by its own name', () => {
    const named = (...headers: Headers) => words(curlOf({ url: 'http://h/p', headers }) ?? '').slice(5)
    expect(named(['user-agent', ownAgent])).toEqual([])
    expect(named(['User-Agent', 'okhttp/4.12.0'])).toEqual(['-H', 'User-Agent: okhttp/4.12.0'])
    expect(named()).toEqual(['-H', 'user-agent:'])
  })

  it('leaves out what curl cannot say: a control character, an altered credential, one in another case or encoded', () => {
    const token = settings['accessToken'] ?? ''
    expect(curlOf({ headers: [['authorization', `Bearer ${token.toUpperCase()}`]] })).toBeUndefined()
    expect(curlOf({ headers: [['authorization', `Bearer ${encodeURIComponent(token)}`]] })).toBeUndefined()
    expect(curlOf({ headers: [['authorization', `Bearer ${token}`]] })).toBeDefined()
    expect(curlOf({ url: 'http://h/\u001b[2J' })).toBeUndefined()
    expect(curlOf({ headers: [['authorization', `Bearer ${[...(settings['accessToken'] ?? '')].reverse().join('')}`]] })).toBeUndefined()
  })

  it('says nothing that curl would take for an option, a file or a secret to send elsewhere', () => {
    for (const request of [
      { method: '--config' },
      { url: '-o/tmp/x' },
      { url: 'file:///etc/passwd' },
      { url: `http://stranger.example/?q=${settings['accessToken']}` },
      { headers: [['@/etc/passwd', 'x']] as const },
    ])
      expect(curlOf(request)).toBeUndefined()
  })

  it('knows no variable but those of settings', () => {
    for (const name of ['constructor', '__proto__', 'toString']) expect(curlOf({ headers: [['x', `«${name}»`]] })).toBeUndefined()
  })

  it.each([
    ['ASSAY_ACCESS_TOKEN', '"$ASSAY_ACCESS_TOKEN"'],
    ['ASSAY_SIGNING_SECRET', undefined],
  ])("knows none that holds what signs, whatever a stranger's report calls it: %s", (env, said) => {
    const report = reportOf(runOf({ exchanges: [exchange('e1', '')] }))
    const [one] = report.exchanges
    const settings = [...report.ledger.settings, { name: 'theirs', env }]
    const asked = one && { ...one, request: { ...one.request, headers: [['x', '«theirs»']] as const } }
    const curl = asked && repetitionOf({ ...report, ledger: { ...report.ledger, settings } }, asked).curl
    expect(curl?.match(/"\$\w+"/)?.[0]).toBe(said)
  })

  it('leaves what must be signed afresh to assay', () => {
    const signed = contract.operations.find(({ authentication }) => authentication.kind === 'signed')
    expect(signed).toBeDefined()
    expect(curlOf({}, { operation: signed?.id ?? '' })).toBeUndefined()
  })

  it('has none for what the target sent, nor for a provider that listens no more', () => {
    const report = reportOf(runOf())
    const [one] = report.exchanges
    if (!one) throw new Error('there is no exchange')
    const away = { ...report, target: { ...report.target, name: referenceName } }
    expect([repetitionOf(report, { ...one, operation: 'notifyPayment' }), repetitionOf(away, one)]).toEqual([{}, {}])
    expect(rerunOf(away, { check: 'notifyPayment.json', operation: 'notifyPayment' })).toBe(
      'npx assay run --reference --only notifyPayment.json --listen',
    )
    expect(rerunOf({ ...away, seed: 'a; seed' }, { check: 'x.json', operation: contract.operations[0]?.id ?? '' })).toBe(
      "npx assay run --reference --seed 'a; seed' --only x.json",
    )
    expect(rerunOf({ ...report, side: 'consumer' }, { check: 'gate.command', operation: '' })).toBeUndefined()
  })

  it('has none that repeats a long address or body for each exchange and check', () => {
    expect(curlOf({ method: 'POST', body: Buffer.from('b'.repeat(20_000)) })).toBeUndefined()
    const report = reportOf(runOf())
    const [one] = report.exchanges
    if (!one) throw new Error('there is no exchange')
    const long = { ...report, target: { ...report.target, coinUrl: `http://${'h'.repeat(20_000)}` } }
    expect([repetitionOf(long, one).assay, rerunOf(long, { check: 'x.json', operation: one.operation })]).toEqual([undefined, undefined])
    let looks = 0
    const seeded = {
      ...report,
      get seed() {
        looks += 1
        return 's'.repeat(20_000)
      },
    }
    const commands = ['x.json', 'y.json', 'z.json'].map((check) => rerunOf(seeded, { check, operation: one.operation }))
    expect([commands, looks]).toEqual([[undefined, undefined, undefined], 1])
  })

  it('has one for assay', () => {
    const report = reportOf(runOf())
    expect(report.exchanges.map((one) => repetitionOf(report, one, 'out/report.json').assay)[0]).toBe(
      'npx assay send out/report.json e1 --coin-url http://127.0.0.1:4010/coin --chain-url http://127.0.0.1:4010/chain',
    )
  })
})
