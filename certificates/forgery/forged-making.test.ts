import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { loadContract } from '../../contracts/loading.ts'
import { systemClock } from '../../engine/client/clock.ts'
import { createTransport } from '../../engine/client/transport/transport.ts'
import type { Selection } from '../../engine/selection.ts'
import { defined } from '../../language/defined.ts'
import type { Behaviour } from '../../provider/behaviour.ts'
import { startProvider } from '../../provider/server.ts'
import { run } from '../../suites/run.ts'
import { assembled, certifiedReference, type Loose, operations, partsOf, refusedBy, verified } from '../certified.fixture.ts'
import { evidenceText } from '../kept-evidence.ts'
import { record } from '../replay/recording.ts'
import { predicateOf } from '../statement.ts'
import { ownSuite } from '../suite.ts'

const own = certifiedReference().then(({ text }) => partsOf(text))

/** The reference provider, in the ways in which a maker may make less of a run than the whole. */
describe('a certificate of less than the whole', () => {
  const narrowed: Readonly<Record<string, [Selection, Behaviour?]>> = {
    'a run that was narrowed to a clause': [{ only: '4.1' }],
    'a run that was narrowed to what passes': [{ only: '*.accepted' }],
    'a run in which nothing was observed': [{ observe: ['none'] }],
    'a run that observed more than others do': [{ observe: ['future'] }],
  }
  for (const [name, [selection, behaviour]] of Object.entries(narrowed)) {
    it(`${name}: refused by 4`, async () => {
      expect(refusedBy(await verified(await made(defined({ selection, behaviour }))))).toContain(4)
    })
  }

  it('a run by another document, its overlay hidden: refused by 3 or 4', async () => {
    const file = join(tmpdir(), `assay-loose-${process.pid}.yaml`)
    await writeFile(
      file,
      'overlay: 1.1.0\ninfo: { title: Loose, version: "1" }\nactions:\n  - target: $.components.schemas.Coin.properties.rank\n    update: { type: string }\n',
    )
    const loose = await loadContract([file])
    const found = await verified(await made({ by: loose }))
    await rm(file)
    expect(refusedBy(found).some((line) => line === 3 || line === 4)).toBe(true)
  })

  it('a target that does not conform, told as one that does: refused by 3', async () => {
    expect(refusedBy(await verified(await made({ behaviour: {}, spoil: true })))).toContain(3)
  })

  it('the whole is not refused', async () => {
    expect(refusedBy(await verified(await made({})))).toEqual([])
  })
})

interface Making {
  readonly selection?: Selection
  readonly behaviour?: Behaviour
  readonly by?: typeof contract
  /** Answers are wrong in a field, and the verdicts say that they are right. */
  readonly spoil?: boolean
}

/** Makes a certificate with the parts of `certify`, but in another way. */
async function made({ selection, behaviour = {}, by = contract, spoil = false }: Making): Promise<string> {
  const parts = structuredClone(await own)
  const provider = await startProvider({ contract, behaviour })
  const target = { name: 'reference', bases: provider.bases, settings: provider.settings, operations, allowWithdrawals: true }
  const limits = { deadline: 60_000, timeout: 10_000, concurrency: 64 }
  const sending = createTransport(target, limits)
  const transport = spoil
    ? { ...sending, send: async (...given: Parameters<typeof sending.send>) => spoilt(await sending.send(...given)) }
    : sending
  const recording = record(systemClock, transport)
  const finished = await run(defined({ contract: by, target, ...limits, ...recording, selection }))
  await provider.close()
  const evidence = evidenceText(finished, recording.tape())
  const outcomes = spoil ? finished.outcomes.map((outcome) => ({ ...outcome, verdict: 'passed' as const })) : finished.outcomes
  const predicate = predicateOf(outcomes, { contract, suite: ownSuite(), settings: '', evidence })
  const configuration = parts.statement.predicate.configuration
  const issuedAt = new Date(finished.finishedAt).toISOString()
  return assembled({
    statement: { ...parts.statement, predicate: { ...predicate, configuration } },
    settings: { ...parts.settings, seed: finished.seed, issuedAt, target: { ...parts.settings.target, bases: target.bases } },
    evidence: JSON.parse(evidence),
  })
}

function spoilt(answer: Loose): Loose {
  const text = answer.response?.body.toString('utf8') ?? ''
  if (!text.includes('"rank"')) return answer
  return { ...answer, response: { ...answer.response, body: Buffer.from(text.replace(/"rank":\d+/, '"rank":"one"')) } }
}
