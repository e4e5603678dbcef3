import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { mistakes } from '../../contracts/mistakes/mistakes.ts'
import { sign } from '../../contracts/signing.ts'
import { bodyFields, inputOf, signedHeaders, vectorBody, vectorFile } from '../../contracts/vectors/vectors.ts'
import { UsageError } from '../../language/usage-error.ts'
import { sampled } from '../../testing/long-run.fixture.ts'
import { wrongSigners } from './fixtures/wrong-signers.fixture.mjs'
import type { Conversation } from './signer.ts'
import { isRight, signerSummary } from './summary.ts'
import { judgeConversation, judgeSigner, type SignerReport, signerRequest } from './vectors.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const vectors = vectorFile(construction).testGroups.flatMap(({ tests }) => tests)
const catalogue = mistakes(construction)
const signing = { construction, fields: bodyFields(contract) }
const noTime = { from: 0, to: 0 }
const path = (name: string) => `"${fileURLToPath(new URL(name, import.meta.url))}"`
/** Longer than any of them takes, however loaded the machine is. */
const patience = 100_000
/** What one gets that has answered everything. */
const farewell = 1_000
/** What it compiles is kept, since it is started often. */
const compiled = mkdtempSync(join(tmpdir(), 'assay-signers-'))
afterAll(() => rmSync(compiled, { recursive: true }))
const node = `NODE_COMPILE_CACHE="${compiled}" "${process.execPath}"`
const judge = (command: string, asked = vectors) => judgeSigner({ command, patience }, asked, signing)
/** Every value once: most vectors that no signer may answer as they stand have the same. */
const unlike = [...Map.groupBy(vectors, valuesOf).values()].flatMap(([first]) => first ?? [])

function valuesOf(vector: (typeof vectors)[number]): string {
  const { values, secret } = inputOf(construction as NonNullable<typeof construction>, vector)
  return JSON.stringify([values, secret])
}

/** What a signer cannot do for itself: it is given values, and builds its own body of them. */
const seenAs: Readonly<Record<string, string>> = {
  'signs-reserialised-body': 'signs-body',
  'signs-headers-and-reserialised-body': 'signs-headers-and-body',
}
const shown = catalogue.filter(({ id }) => id !== 'signs-all-fields')

describe('judgeConversation', () => {
  it.each(shown)('names the mistake of a signer that makes it throughout: $id', ({ id, sign: wrong }) => {
    const report = judged(({ input }) => wrong(input) ?? sign(construction, input))
    expect(isRight(report)).toBe(false)
    expect(report.mistakes.map(({ mistake }) => mistake)).toEqual([seenAs[id] ?? id])
    const failed = report.judgements.filter(({ verdict }) => verdict === 'failed')
    expect(failed.every(({ explanation }) => explanation?.mistake === report.mistakes[0]?.mistake)).toBe(true)
  })

  it('passes the right signer', () => {
    expect(isRight(judged(({ input }) => sign(construction, input)))).toBe(true)
  })

  it('tells several mistakes of one signer apart', () => {
    const [seconds, upper] = ['signs-seconds', 'encodes-upper-case'].map((id) => catalogue.find((mistake) => mistake.id === id))
    const report = judged(({ input }, index) => (index % 3 === 0 ? seconds : upper)?.sign(input) ?? '')
    expect(report.mistakes.map(({ mistake }) => mistake)).toEqual(['encodes-upper-case', 'signs-seconds'])
  })

  it('says of what no mistake makes what can be said', () => {
    const searching = vi.fn()
    const report = judged((_, index) => (index % 2 === 0 ? `dead${index + 1000}` : String(index).padStart(64, 'f')), { searching })
    expect(searching.mock.calls).toEqual([[unlike.length]])
    const title = 'with 8 characters, where hex of the digest has 64'
    expect(report.mistakes).toEqual([{ title, isOfForm: true, vectors: Math.ceil(unlike.length / 2) }])
    expect(judged(() => 'f'.repeat(64)).mistakes[0]?.title).toBe('the same whatever it is given')
    expect(signerSummary(report, construction)).toContain('No known mistake explains')
    expect(signerSummary({ ...report, cutShort: true }, construction)).toContain(', and not all were tried, for want of time: also')
  })

  it('says how a signature is written if it does not find what it is made of', () => {
    // A quarter of them shows it, since all are searched alike in vain.
    const some = unlike.slice(0, 40)
    const report = judged((_, index) => Buffer.from(String(index).padStart(20, 'x')).toString('base64'), { isLate: () => true }, some)
    const title = 'what no known mistake explains, in base64 of 20 bytes, where hex of the digest has 64 characters'
    expect(report.mistakes).toEqual([{ title, isOfForm: true, vectors: some.length }])
    expect(signerSummary(report, construction)).toContain('What it signs is not known: also answer with the canonicalString')
  })

  it('says that answers are exchanged, without a search', () => {
    const searching = vi.fn()
    const right = unlike.map((vector) => sign(construction, inputOf(construction, vector)))
    const report = judged((_, index) => right.at(index - 1) ?? '', { searching })
    const wrong = report.judgements.filter(({ verdict }) => verdict === 'failed')
    const title = expect.stringContaining('the values of another request than the one whose id it answers')
    expect(report.mistakes).toEqual([{ title, vectors: wrong.length }])
    expect(wrong.length).toBeGreaterThan(unlike.length / 2)
    expect(searching).not.toHaveBeenCalled()
  })

  it('spends no seconds on one odd signature of a signer whose mistake is known', () => {
    const searching = vi.fn()
    const upper = catalogue.find(({ id }) => id === 'encodes-upper-case')
    const report = judged(({ input }, index) => (index === 5 ? 'f'.repeat(64) : (upper?.sign(input) ?? '')), { searching })
    expect(report.mistakes).toMatchObject([{ mistake: 'encodes-upper-case', vectors: unlike.length - 1 }])
    expect(searching).not.toHaveBeenCalled()
  })

  it('says that a signer adds something of its own if it answers equal requests differently', () => {
    const equal = vectors.filter(({ tcId }) => !unlike.some((each) => each.tcId === tcId)).slice(0, 1)
    const lines = [...unlike, ...equal].map(({ tcId }, index) => JSON.stringify({ id: tcId, signature: String(index).padStart(64, 'f') }))
    const conversation: Conversation = { lines, ending: { kind: 'answered' }, complaint: '', asked: noTime }
    const report = judgeConversation(conversation, [...unlike, ...equal], signing)
    expect(report.mistakes).toEqual([{ title: expect.stringContaining('changes between equal requests'), vectors: unlike.length + 1 }])
  })

  function judged(
    signature: (given: { input: ReturnType<typeof inputOf> }, index: number) => string,
    search?: Parameters<typeof judgeConversation>[3],
    asked = unlike,
  ): SignerReport {
    const lines = asked.map((vector, index) => {
      const { values, secret } = inputOf(construction as NonNullable<typeof construction>, vector)
      const body = vectorBody(construction as NonNullable<typeof construction>, values)
      return JSON.stringify({ id: vector.tcId, signature: signature({ input: { values, secret, body } }, index) })
    })
    const conversation: Conversation = { lines, ending: { kind: 'answered' }, complaint: '', asked: noTime }
    return judgeConversation(conversation, asked, signing, search)
  }
})

describe('a wrong signer', () => {
  const requests = unlike.map((vector) => signerRequest(vector, signing))

  it('there are more than 110', () => expect(Object.keys(wrongSigners).length).toBeGreaterThan(110))

  /** An order with other fields in it has no name: the parts and what stands between them say it all. */
  const titled: Readonly<Record<string, string>> = {
    'the parts apiKey, merchantCode, timestamp, amount, token, walletAddress, description, in this order, with "|" between them':
      'includes-description + separates-with-pipe',
  }
  /** In the sample some of each: of those that encode, that sign other times or texts, and so on. */
  const tried = sampled(Object.entries(wrongSigners), ([name]) => /^\w+|$/.exec(name)?.[0])
  it.each(tried)('is told its mistake first, and by that all that is wrong: %s', (name, wrong) => {
    const from = Date.now()
    const lines = requests.map((request) => JSON.stringify({ id: request.id, signature: wrong(request) }))
    const { judgements, mistakes } = judgeConversation(
      { lines, ending: { kind: 'answered' }, complaint: '', asked: { from, to: Date.now() } },
      unlike,
      signing,
    )
    const said = mistakes.map(({ mistake, title, vectors }) => [(mistake ?? titled[title] ?? title).split(' + ').sort(), vectors])
    const failed = judgements.filter(({ verdict }) => verdict === 'failed').length
    expect(said).toEqual([[name.replace(/\/.*$/, '').split(' + ').sort(), failed]])
  })
})

describe('the example signers pass', () => {
  const examples = [
    { language: 'Node', probe: [process.execPath, '--version'], command: `${node} ${path('../examples/signer.mjs')}` },
    { language: 'Python', probe: ['python3', '--version'], command: `python3 ${path('../examples/signer.py')}` },
    { language: 'Go', probe: ['go', 'version'], command: `go run -gcflags="all=-N -l" ${path('../examples/signer.go')}` },
    { language: 'sh with openssl', probe: ['openssl', 'version'], command: `sh ${path('../examples/signer.sh')}`, asked: unlike },
  ]
  for (const { language, probe, command, asked } of examples) {
    const [program = '', ...words] = probe
    it.skipIf(spawnSync(program, words).status !== 0)(language, { timeout: 120_000 }, async () => {
      expect(signerSummary(await judge(command, asked), construction)).toMatch(/^\d+ vectors right, 0 wrong, 0 unanswered/)
    })
  }
})

describe('a signer as a process', () => {
  it.each([
    {
      way: 'crash',
      want: /^the program: expected exit code 0; found exit code 7, 3 of \d+ answered; the first without an answer is 11 .*out of ink/,
    },
    { way: 'noise', want: /^line 1: expected one JSON object a line.*found "signer 1.0 ready"/ },
    { way: 'twice', want: /^line \d+: expected one answer to each request/ },
    { way: 'stranger', want: /^line \d+: expected an answer with the id of a request; found .*424242/ },
    { way: 'short', want: /^the program: expected an answer to every request; found it ended before/ },
    { way: 'numbers', want: /^line 1: .*with the signature as a string/ },
    { way: 'slip', want: /^It signs its digits without the leading zeros \(encodes-integer\): / },
    {
      way: 'fib',
      want: /^Its canonicalString is not the text that it signs, (\d+) of \1: these signatures are right\.[\s\S]*canonicalString: expected .*\n.*!$/m,
    },
  ])('that does not behave gets a finding: $way', async ({ way, want }) => {
    const report = await judge(`${node} ${path('./fixtures/vexing-signer.fixture.mjs')} ${way}`)
    expect([signerSummary(report, construction), isRight(report)]).toEqual([expect.stringMatching(want), false])
  })

  it.each(['texts', 'unended', 'windows', 'reversed'])('that behaves in its own way passes: %s', async (way) => {
    expect(isRight(await judge(`${node} ${path('./fixtures/vexing-signer.fixture.mjs')} ${way}`))).toBe(true)
  })

  it('that hangs is ended, and what it answered is judged', async () => {
    const report = await soon(patience, () => judge(`${node} ${path('./fixtures/vexing-signer.fixture.mjs')} hang`))
    expect(signerSummary(report, construction)).toMatch(
      /^the program: expected an answer within 100 s; found nothing more was said.*flush.*--timeout/,
    )
    expect(report.judgements.filter(({ verdict }) => verdict === 'passed').length).toBe(3)
  })

  it('that ends and leaves a process of its own behind is not waited for', async () => {
    const pipes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'PipeWrap').length
    const before = pipes()
    const report = await soon(patience, () => judge('echo started; sleep 100 & exit 0'))
    expect(signerSummary(report, construction)).toContain('found nothing more was said')
    await setImmediate()
    expect(pipes()).toBeLessThanOrEqual(before)
  })

  it('that has answered everything and stays is ended, and passes', async () => {
    expect(isRight(await soon(farewell, () => judge(`${node} ${path('./fixtures/vexing-signer.fixture.mjs')} linger`)))).toBe(true)
  })

  /** A wait of this length is over at once when it was begun a second time or later: how long a process takes to start is not what is tested. */
  async function soon<Result>(length: number, start: () => Promise<Result>): Promise<Result> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const waiting = vi.spyOn(globalThis, 'setTimeout')
    try {
      const result = start()
      while (waiting.mock.calls.length < 2 || waiting.mock.lastCall?.[1] !== length) await setImmediate()
      vi.advanceTimersByTime(length)
      return await result
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  }

  it('that does not exist is an error, not a judgement', async () => {
    await expect(judge('no-such-signer --at all')).rejects.toThrow(UsageError)
    await expect(judge('no-such-signer --at all')).rejects.toThrow(/cannot be started: expected a command, found "no-such-signer --at all"/)
  })

  it('that never stops talking is cut off', async () => {
    const report = await judge('yes')
    expect(report.findings.at(-1)?.expected).toBe('at most 4 MB of answers')
    expect(signerSummary(report, construction)).toMatch(/more of these\.\nthe program: expected at most 4 MB of answers; found more/)
    expect(signerSummary(report, construction).length).toBeLessThan(5_000)
  })
})
