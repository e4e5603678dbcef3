import { expect, it } from 'vitest'
import { UsageError } from '../language/usage-error.ts'
import { callAssay } from './command-line.fixture.ts'
import './options/contract.ts'
import { spawnAssay } from './spawned.fixture.ts'

it.each([[[]], [['pact']], [['help', 'nonsense']], [['nonsense']], [['--', 'nonsense']]])(
  'what names no command is never green: %j',
  async (words) => {
    expect((await callAssay(words)).code).toBe(2)
  },
)

it.each([[['help']], [['help', 'pact']], [['pact', '--help']], [['--version']]])('what was asked for is no mistake: %j', async (words) => {
  expect((await callAssay(words)).code).toBe(0)
})

it('a command behind the mark that ends the options of a package manager is carried out', async () => {
  const called = await callAssay(['--', 'explain', 'no.such.check'])
  expect(called).toMatchObject({ code: 2, stdout: '' })
  expect(called.stderr).toContain('no.such.check')
})

it('what fails while a failed command is ended hides nothing, and changes no exit code', async () => {
  const onLoaded = () => {
    throw new SuppressedError(new Error('no space left'), new UsageError('There is no such target.'))
  }
  const { code, stderr } = await callAssay(['coverage'], { onLoaded })
  expect(code).toBe(2)
  expect(stderr).toMatch(/^assay: There is no such target\.\nassay: Assay broke off \(Error: no space left\)/)
})

it.each([
  ['a flag that there is not', ['run', '--no-such-flag'], /^::error title=Assay::error: unknown option '--no-such-flag'/m],
  ['a check that there is not', ['explain', 'no.such::check'], /^::error title=Assay::assay: .*no\.such:%3Acheck/m],
  ['a pact that cannot be read', ['pact', 'check', 'no/pact.json'], /^::error title=Assay::assay: no.pact\.json cannot be read/m],
])('GitHub shows %s beside the step that failed', async (_, words, annotation) => {
  const environment = { GITHUB_ACTIONS: 'true' }
  expect(await callAssay(words, { environment })).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(annotation) })
  expect((await callAssay(words)).stderr).not.toContain('::error')
})

it('an overlay that the process did not start with is refused, not ignored', async () => {
  const called = await callAssay(['coverage', '--overlay', 'docs/example.overlay.yaml'])
  expect(called).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--overlay <file>') })
})

it('an overlay that is a variable which nobody set is told as that', async () => {
  const { code, stderr } = await spawnAssay(['coverage', '--overlay', ''])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/^assay: --overlay is empty: is the variable set/) })
})

it('help tells the defaults of what takes a value, and of no flag that it is off', async () => {
  const { stdout } = await callAssay(['compare', '--help'])
  expect(stdout).toContain('(default: 3600)')
  expect(stdout).not.toContain('default: false')
})

it('help of a run groups its options, none of them beside the groups', async () => {
  const { stdout } = await callAssay(['run', '--help'])
  const groups = ['Arguments', 'Target', 'Money', 'What is judged', 'Pace', 'Reports', 'Output', 'Examples']
  expect(stdout.match(/^[A-Z][a-z ]+(?=:$)/gm)).toEqual(groups)
  expect(stdout).toMatch(/Money:\n +--allow-withdrawals [^-]+--max-withdrawals /)
})

it('help of a command is the same, whichever way it is asked for', async () => {
  expect((await callAssay(['help', 'replay'])).stdout).toBe((await callAssay(['replay', '--help'])).stdout)
})

it.each([
  [['run', '--reference', '--owner', 'x'], /--owner and --expires are for --baseline write/],
  [['run', '--all', 'dev'], /--all judges every target: leave it out, or dev/],
  [['run', '--reference', '--listen-for', '5'], /--listen-for is for --listen/],
  [['run', '--reference', '--plan', '--json'], /cannot be used with option '--json'/],
  [['run', '--reference', '--plan', '--waivers', 'no.yaml'], /--waivers: no\.yaml cannot be read/],
  [['run', '--reference', '--quiet', '--verbose'], /cannot be used with option '--verbose'/],
  [['run', '--reference', '--concurrency', '1.5'], /whole number/],
  [['run', '--reference', '--only', ''], /--only is empty: is the variable set/],
  [['run', '--reference', '--seed', ' '], /--seed is empty/],
  [['run', '--reference', '--config='], /--config is empty/],
  [['gate', '--host', '', '--', 'true'], /--host is empty/],
  [['gate', '--except', '', '--', 'true'], /--except is empty/],
  [['pact', 'verify', '--ca', ''], /--ca is empty/],
  [
    ['run', 'ASSAY_API_KEY=kept'],
    /^assay: ASSAY_API_KEY=… is not the name of a target: set variables before the command, or in \.env\.\n$/,
  ],
  [['ASSAY_API_KEY=kept', 'run'], /^error: ASSAY_API_KEY=… is not a command: set variables before `assay`, or in \.env\.\n$/],
  [['judge', 'ASSAY_API_KEY=kept'], /^assay: ASSAY_API_KEY=«[\w-]+» cannot be read/],
  [['explain', 'ASSAY_API_KEY=kept'], /^assay: There is no check, requirement, operation or clause "ASSAY_API_KEY=«[\w-]+»"/],
  [['run', 'http://user:kept@127.0.0.1'], /^assay: Expected the name of a target, found an address: give it with --target\.\n$/],
  [
    ['run', '--access-token=abc'],
    /^error: unknown option '--access-token'\. Secrets have no flags.*: set ASSAY_ACCESS_TOKEN in \.env\.\n$/,
  ],
  [['run', '--settings', 'LICENSE'], /--settings LICENSE: it sets no variable: expected lines of NAME=value/],
  [['run', '--settings', ''], /--settings, --env-file is empty/],
  [['challenge', '--asker', ''], /--asker is empty/],
  [['replay', ''], /^assay: <report> is empty: is the variable set/],
  [['compare', 'dev', ' '], /<after> is empty/],
  [['judge', 'package.json', ''], /<files> is empty/],
  [['run', ''], /<targets> is empty/],
  [['report', 'cli'], /cli.report\.json cannot be read \(no such file/],
  [['compare', 'no/report.json', 'no/other.json'], /no.report\.json cannot be read \(no such file/],
  [['compare', 'localhost:1', 'localhost:2'], /did you mean http:\/\/localhost:1\?/],
])('what says nothing, has no effect or leads nowhere is a mistake: %j', async (words, says) => {
  const { code, stderr } = await callAssay(words)
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(says) })
})

it('help of every command tells its exit codes, and each default in words', async () => {
  const { stdout } = await callAssay(['--help'])
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = '']) => [name]).filter(([name]) => name !== 'pact')
  expect(names.length).toBeGreaterThan(20)
  for (const words of [...names, ['pact', 'verify'], ['pact', 'check']]) {
    const help = (await callAssay([...words, '--help'])).stdout
    expect(help, words.join(' ')).toMatch(/Exit codes: /)
    expect(help, words.join(' ')).not.toMatch(/default: [{[]/)
  }
})

it('a plan tells the requests of each probe, and names each with --verbose', async () => {
  const [short, long] = await Promise.all([
    callAssay(['run', '--reference', '--plan']),
    callAssay(['run', '--reference', '--plan', '--verbose']),
  ])
  expect(short.stdout).toContain('--verbose names each request.')
  expect(short.stdout).not.toContain('right requests, ')
  expect(long.stdout).toContain('right requests, ')
})
