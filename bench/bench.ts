// `npm run bench`: the project's figures, measured in one run. Times differ from machine to machine; ratios far less.
import { exampleSdks, measureCoping } from './coping.ts'
import { measureGate } from './gate.ts'
import { type JudgingTimes, measureJudging } from './judging.ts'
import { measurePact } from './pact.ts'
import { measurePages } from './paging.ts'
import { measureNode, measureRising, measureRun, type Scope } from './process.ts'
import { measureProxy } from './proxy.ts'

const row = (what: string, found: string, goal = '') => console.log(`${what.padEnd(58)} ${found.padStart(24)}   ${goal}`.trimEnd())
const ratio = (value: number) => `${value.toFixed(1)} ×`

const node = await measureNode(5)
await printRun('everything', 'a run', { time: '1.2 s', requests: 'at most 450', chain: 'at most 16', far: '2.5 s' })
const rising = await measureRising(100)
row(`  where times have to rise, of 100 ms × ${rising.signed} signed requests`, ratio(rising.time / rising.least), '1.2 ×')
await printRun('quick', 'a quick run (--quick --report json,junit)', { time: '0.6 s', requests: 'at most 150', chain: '', far: '' })

row('judging', 'measured', 'goal')
const lists = [await measureJudging(5000), await measureJudging(50_000), await measureJudging(50_000, true)] as const
for (const list of lists) row(`  ${described(list)}, of JSON.parse`, ratio(list.judge / list.parse), '4 ×')
row('  growth from 5,000 to 50,000, of linear', ratio(lists[1].judge / lists[0].judge / 10), '1 ×')
row('  findings of 50,000 wrong coins', `${lists[2].findings} in ${(lists[2].findingsSize / 1000).toFixed(0)} kB`, 'bounded')
const paged = await measurePages(20, 1000)
row(
  `  ${paged.pages} pages (${paged.megabytes.toFixed(0)} MB) by ${paged.checks} checks, of JSON.parse`,
  ratio(paged.judge / paged.parse),
  '8 ×',
)

const { gated, plain, memory } = await measureGate()
row('a gate', 'measured', 'goal')
row('  1,000 requests, of a bare server with the same answers', `${(gated / plain).toFixed(2)} ×`, '1.3 ×')
row('  peak memory of 100,000 requests', `${memory.toFixed(0)} MB`, '200 MB')

for (const [language, program, file] of exampleSdks) {
  const scored = await measureCoping(program, file)
  const name = `  the example SDK in ${language}, all variants and mutants, 2 jobs`
  if (!scored) row(name, `skipped: no ${program}`)
  else row(name, `${scored.time.toFixed(0)} s, ${scored.runs} runs of ${scored.trials}, ${Math.floor(scored.share * 100)} %`, '60 s')
}

const proxied = await measureProxy()
row('a proxy', 'measured', 'goal')
row('  latency that it adds, the middle one', `${proxied.added.toFixed(2)} ms`, '1 ms')
row('  requests a second, of a bare one', `${proxied.rate.toFixed(0)}, ${ratio(proxied.rate / proxied.bare)}`, '5000 or 0.5 ×')

if (process.argv.includes('--pact')) {
  const { seen, mutants, passed, variants, time } = await measurePact()
  row("Pact's verifier (assay pact verify)", 'measured')
  row('  mutants that it sees', `${seen} of ${mutants}`)
  row('  conforming variants that it passes', `${passed} of ${variants}`, 'all')
  row('  one verification on loopback', `${(time / 1000).toFixed(2)} s`)
} else row('what Pact sees of the mutants takes four minutes:', '', 'npm run bench -- --pact')

interface Goals {
  readonly time: string
  readonly requests: string
  readonly chain: string
  readonly far: string
}

async function printRun(scope: Scope, title: string, goals: Goals): Promise<void> {
  const near = await measureRun(scope, 0, 5)
  const far = await measureRun(scope, 100, 3)
  const { outcomes, exchanges, registered } = near.report
  const judged = outcomes.filter(({ verdict }) => verdict === 'passed' || verdict === 'warned' || verdict === 'failed')
  row(title, 'measured', 'goal')
  row('  on loopback, of `node -e 0`', `${ratio(near.time / node)} (${(near.time / 1000).toFixed(2)} s)`, goals.time)
  row('  peak memory', `${near.memory.toFixed(0)} MB`, '300 MB')
  row('  outcomes judged', `${judged.length}`)
  row('  requests', `${exchanges.length}`, goals.requests)
  row('  withdrawals that a conforming target registers', `${registered.length}`)
  row('  longest chain of requests that wait for one another', `${far.chain}`, goals.chain)
  row('  at 100 ms latency', `${(far.time / 1000).toFixed(2)} s, ${ratio(far.time / (100 * far.chain))} of its chain`, goals.far)
}

function described({ records, megabytes, findings }: JudgingTimes): string {
  return `${records.toLocaleString('en')} ${findings > 0 ? 'wrong ' : ''}coins (${megabytes.toFixed(0)} MB)`
}
