import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { startProvider } from '../provider/server.ts'
import { reportOf } from '../reports/report.ts'
import { terminalSummary } from '../reports/terminal/terminal.ts'
import { rejudge, run } from '../suites/run.ts'
import { exitCode, type Run } from './run.ts'
import { createSeed } from './seed.ts'
import type { Selection } from './selection.ts'

const operations = contract.operations.map(({ id }) => id)

async function runAt(
  url: string,
  settings: Readonly<Record<string, string>>,
  otherBases: Readonly<Record<string, string>> = {},
  selection: Selection = {},
): Promise<Run> {
  const bases = { ...Object.fromEntries(contract.bases.map((base) => [base, url])), ...otherBases }
  return run({ contract, target: { name: 'it', bases, settings, operations, allowWithdrawals: false }, selection, seed: createSeed('run') })
}

async function runAgainst(answer: (response: ServerResponse) => void): Promise<Run> {
  const provider = await startProvider({ contract })
  const server = createServer((_, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await runAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, provider.settings)
  } finally {
    server.close().closeAllConnections()
    await provider.close()
  }
}

/** No outcome, and so no format of a report, is for or against the target; the right requests that were not accepted say why. */
function expectNothingSaidOf({ outcomes }: Run): void {
  expect(outcomes.filter(({ verdict }) => verdict !== 'inconclusive' && verdict !== 'inapplicable')).toEqual([])
  const accepted = outcomes.filter(({ check }) => operations.some((id) => check === `${id}.accepted`))
  for (const { verdict, reason, findings } of accepted) {
    expect([verdict, findings]).toEqual(['inconclusive', []])
    expect(reason).toMatch(
      /^(Every operation turned its right requests away, so either the settings or the target may be wrong: answered with |Every right request was refused because of|A right request was not)/,
    )
  }
}

const json = { 'content-type': 'application/json' }

describe('what turns every right request away is not proven to be wrong', () => {
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'a login page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Login</html>'),
    'a challenge': (response) => response.writeHead(403, { 'content-type': 'text/html' }).end('<html>Just a moment</html>'),
    'a redirect': (response) => response.writeHead(301, { location: 'https://elsewhere.example/' }).end(),
    'a wrong prefix': (response) => response.writeHead(404, json).end('{"error":"not found"}'),
  }
  for (const [name, answer] of Object.entries(answers)) {
    it(`${name} ends with 3, and what explains it comes first`, async () => {
      const finished = await runAgainst(answer)
      expect(exitCode(finished)).toBe(3)
      expectNothingSaidOf(finished)
      const text = terminalSummary(reportOf(finished), { colour: false, width: 120, detail: 'quiet' })
      expect(text).toMatch(/^What explains this\n {2}→ /)
      expect(text).toContain('? it: not proven to conform')
      expect(text).not.toContain('Failed (')
    })
  }

  it('wrong credentials do, too', async () => {
    const provider = await startProvider({ contract })
    const secret = new Set(contract.settings.flatMap((setting) => (setting.secret ? [setting.name] : [])))
    const settings = Object.fromEntries(
      Object.entries(provider.settings).map(([name, value]) => [name, secret.has(name) ? `${value}-no` : value]),
    )
    const finished = await runAt(provider.url, settings)
    await provider.close()
    expect(exitCode(finished)).toBe(3)
    expectNothingSaidOf(finished)
    const again = await rejudge(contract, finished)
    expect(again.outcomes).toEqual(finished.outcomes)
  })

  it('and a wrong address of some operations is held against none of them', async () => {
    const provider = await startProvider({ contract })
    const [base = ''] = contract.bases
    const finished = await runAt(provider.url, provider.settings, { [base]: `${provider.url}/wrong` }, { only: '*.accepted' })
    await provider.close()
    expect(exitCode(finished)).toBe(3)
    const reasons = finished.outcomes.flatMap(({ verdict, reason }) => (verdict === 'inconclusive' ? [reason] : []))
    expect(reasons[0]).toMatch(
      /^Every operation at this address turned its right requests away, so either the settings or the target may be wrong: answered with 404\.$/,
    )
  })

  it('but what fails, or answers nonsense, fails', async () => {
    const failing = await runAgainst((response) => response.writeHead(500, json).end('{}'))
    const nonsense = await runAgainst((response) => response.writeHead(200, json).end('{"hello":"world"}'))
    expect([exitCode(failing), exitCode(nonsense)]).toEqual([1, 1])
  })
})
