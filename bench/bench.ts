// `npm run bench`: the project's figures, measured in one run. Times differ from machine to machine; ratios far less.
import { measureGate } from './gate.ts'
import { type Judging, measureJudging } from './judging.ts'
import { measurePact } from './pact.ts'
import { measurePages } from './paging.ts'
import { measureNode, measureRun, type Scope } from './process.ts'
import { measureProxy } from './proxy.ts'

const row = (what: string, found: string, goal = '') => console.log(`${what.padEnd(58)} ${found.padStart(24)}   ${goal}`.trimEnd())
const ratio = (value: number) => `${value.toFixed(1)} ×`

const node = await measureNode(5)
await printRun('checks', 'the checks alone (--observe none --report json,junit)', true)
await printRun('everything', 'a run with all that it observes, and every report', false)

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

async function printRun(scope: Scope, title: string, goals: boolean): Promise<void> {
  const near = await measureRun(scope, 0, 5)
  const far = await measureRun(scope, 100, 3)
  const { outcomes, exchanges, registered } = near.report
  const judged = outcomes.filter(({ verdict }) => verdict === 'passed' || verdict === 'warned' || verdict === 'failed')
  const figure = (what: string, found: string, goal: string) => row(`  ${what}`, found, goals ? goal : '')
  row(title, 'measured', goals ? 'goal' : '')
  figure('on loopback, of `node -e 0`', `${ratio(near.time / node)} (${(near.time / 1000).toFixed(2)} s)`, '0.6 s')
  figure('peak memory', `${near.memory.toFixed(0)} MB`, '150 MB')
  figure('outcomes judged', `${judged.length}`, '200 or more')
  figure('requests', `${exchanges.length}`, 'at most 150')
  figure('withdrawals that a conforming target registers', `${registered.length}`, 'at most 12')
  figure('longest chain of requests that wait for one another', `${far.chain}`, 'at most 12')
  figure('at 100 ms, of 100 ms × that chain', `${ratio(far.time / (100 * far.chain))} (${(far.time / 1000).toFixed(2)} s)`, '1.5 ×')
}

function described({ records, megabytes, findings }: Judging): string {
  return `${records.toLocaleString('en')} ${findings > 0 ? 'wrong ' : ''}coins (${megabytes.toFixed(0)} MB)`
}
