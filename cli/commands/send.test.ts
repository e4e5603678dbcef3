import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startProvider } from '../../provider/server.ts'
import { mutants } from '../../suites/mutants.ts'
import { callAssay } from '../command-line.fixture.ts'

it('sends again to a target that tells the right signature: it still fails, and the signature is not shown', {
  timeout: 60_000,
}, async () => {
  const mutant = mutants(contract).find(({ name }) => name.endsWith('.signature.told'))
  if (!mutant) throw new Error('there is no mutant that tells the right signature')
  const folder = await mkdtemp(join(tmpdir(), 'assay-send-'))
  const telling = await startProvider({ contract, mutant })
  try {
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, telling.settings[name] ?? '']))
    const assay = (...words: string[]) => callAssay([...words, '--target', telling.url], { environment })
    const [check, exchange] = [`${mutant.operation}.signature.whole.zeros`, `${mutant.operation}.signature/whole.zeros`]
    await assay('run', '--only', check, '--out', folder)
    const { code, stdout } = await assay('send', folder, exchange)
    expect(stdout).toContain('«signature')
    expect(stdout).not.toMatch(/«signature \d/)
    expect([code, stdout]).toEqual([1, expect.stringMatching(/still fails: .* a refusal that tells the right signature/s)])
    expect(stdout).not.toMatch(/"expected": "[0-9a-f]/)
    const nonsense = await assay('send', folder, 'nonsense')
    expect([nonsense.code, nonsense.stderr]).toEqual([
      2,
      expect.stringMatching(/no exchange "nonsense"\. It has \d+, such as .*signature\//),
    ])
  } finally {
    await Promise.all([telling.close(), rm(folder, { recursive: true })])
  }
})
