import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { exitCode } from '../../engine/run.ts'
import { UsageError } from '../../language/usage-error.ts'
import { programs } from './commands.fixture.ts'
import { type Gated, type GateOptions, gate } from './gate.ts'

const operations = contract.operations.map(({ id }) => id)

function gated(name: keyof typeof programs, options: Partial<GateOptions> = {}): Promise<Gated> {
  const words = [process.execPath, '--input-type=module', '-e', programs[name]]
  return gate({ contract, words, operations, environment: { PATH: process.env['PATH'] }, ...options })
}

function verdictOf({ run }: Gated, check: string): string | undefined {
  return run.outcomes.find((outcome) => outcome.check === check)?.verdict
}

function printed({ ended }: Gated): string {
  return ended.output.bytes.toString('utf8')
}

describe.concurrent('a gate', () => {
  it('judges what a command sends, and what it does not send is not proven', async () => {
    const result = await gated('coins')
    expect(printed(result)).toBe('200\n')
    expect(verdictOf(result, 'getCoinInformation.request.header.authorization')).toBe('passed')
    expect(result.run.outcomes.find(({ check }) => check === 'requestWithdrawal.request.amount')).toMatchObject({
      verdict: 'inconclusive',
      reason: 'No request of requestWithdrawal came; --operations can leave it out.',
    })
    expect(exitCode(result.run)).toBe(3)
    expect(exitCode((await gated('coins', { operations: ['getCoinInformation'] })).run)).toBe(0)
  })

  it('says of one that sends nothing what it could have read', async () => {
    const result = await gated('nothing')
    expect(exitCode(result.run)).toBe(3)
    expect(result.run.notes.join()).toMatch(/^Nothing was sent\. The command could have read ASSAY_COIN_URL, ASSAY_CHAIN_URL, /)
  })

  it('tells it what it is called there, and nothing of another target', async () => {
    const environment = { PATH: process.env['PATH'], MINE: 'mine', ASSAY_TOKEN_OF_MINE: 'no' }
    const result = await gated('foreign', { environment, together: true, mapping: { API: '{target}', BOTH: '{source}-{terminalId}' } })
    expect(printed(result)).toBe(`mine  ${result.run.target.bases['coin']} 1-100001\n`)
  })

  it('fails with a command that fails or crashes, and says how', async () => {
    for (const [name, words] of [
      ['fails', 'exit code 7'],
      ['crashes', 'it was ended by SIGSEGV'],
    ] as const) {
      const result = await gated(name)
      expect(result.run.outcomes.find(({ check }) => check === 'gate.command')?.findings[0]?.actual).toBe(words)
      expect(exitCode(result.run)).toBe(1)
    }
  })

  it.for(['parent', 'stray'] as const)('ends what a command leaves running, though it left its group (%s)', async (name, { skip }) => {
    if (name === 'stray' && process.platform !== 'linux') skip('only Linux tells whose streams a process has')
    const result = await gated(name)
    const pid = Number(/child (\d+)/.exec(printed(result))?.[1])
    expect(result.ended.left).toBe(1)
    await vi.waitUntil(() => !isRunning(pid))
  })

  it('leaves nothing running when it is ended itself in the middle, as by a second interruption', async () => {
    const deaf = `${programs.deaf}; console.log(process.pid)`
    const program = `import { runProgram } from ${JSON.stringify(new URL('./command.ts', import.meta.url).href)}
      const onOutput = (chunk) => { process.stdout.write(chunk); process.exit(130) }
      const words = [process.execPath, '-e', ${JSON.stringify(deaf)}]
      void runProgram({ words, environment: process.env, id: 'ended in the middle', timeout: 60_000, onOutput })`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    expect(ended.status, ended.stderr).toBe(130)
    await vi.waitUntil(() => !isRunning(Number(ended.stdout)))
  })

  it('is not complete when it is interrupted', async () => {
    const interruption = new AbortController()
    const running = gated('hangs', { signal: interruption.signal })
    interruption.abort()
    const { run } = await running
    expect([run.complete, exitCode(run)]).toEqual([false, 3])
  })

  it('refuses a command that there is not', async () => {
    await expect(gate({ contract, words: ['no-such-program'], operations })).rejects.toThrow(UsageError)
    await expect(gate({ contract, words: ['no-such-program'], operations })).rejects.toThrow(
      /"no-such-program" cannot be started: there is no such/,
    )
  })

  it('warns of bytes that are no request, and of one that was never whole', async () => {
    for (const [name, words] of [
      ['garbage', /TLS on a port of plain HTTP/],
      ['half', /never whole/],
    ] as const) {
      const connections = (await gated(name)).run.outcomes.find(({ check }) => check === 'gate.connections')
      expect([connections?.verdict, connections?.findings[0]?.actual]).toEqual(['warned', expect.stringMatching(words)])
    }
  })

  it('keeps little of a flood', async () => {
    const result = await gated('flood')
    expect(result.requests).toBe(2000)
    expect(result.run.exchanges.length).toBeLessThan(5)
    expect(result.run.observations.find(({ id }) => id === 'consumer.other-paths')?.value).toEqual({ 'GET /x': 2000 })
  })
})

it('a command that hangs is ended when its time is up, and by force where it is deaf to that', async () => {
  const hanging = `${programs.hangs}; console.log('ready')`
  const deaf = `process.on('SIGTERM', () => console.log('heard')); ${hanging}`
  expect((await endedAfter(hanging, ['ready'])).ended).toMatchObject({ reason: 'time-out', signal: 'SIGTERM' })
  const { run, ended } = await endedAfter(deaf, ['ready', 'heard'])
  expect(ended).toMatchObject({ reason: 'time-out', signal: 'SIGKILL' })
  expect(run.outcomes.find(({ check }) => check === 'gate.command')?.findings[0]?.actual).toMatch(/did not end by itself/)
})

/** Each time that the program has said the next word, more time passes than a gate waits. */
async function endedAfter(program: string, said: readonly string[]): Promise<Gated> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let output = ''
    const onOutput = (chunk: Buffer) => {
      output += chunk
    }
    const words = [process.execPath, '-e', program]
    const running = gated('hangs', { words, timeout: anHour, onOutput })
    for (const word of said) {
      while (!output.includes(word)) await setImmediate()
      vi.advanceTimersByTime(anHour)
    }
    return await running
  } finally {
    vi.useRealTimers()
  }
}

const anHour = 3_600_000

describe.concurrent('a callback', () => {
  it('goes to the address that the command prints, with what it is given, and is followed', async () => {
    const result = await gated('callback', { callback: { body: '{"paid":1}' } })
    expect(printed(result)).toContain('heard POST {"paid":1}')
    expect(verdictOf(result, 'notifyPayment.inquired')).toBe('passed')
  })

  it('that is not followed proves nothing, since an inquiry by reference cannot be recognised', async () => {
    expect(
      (await gated('deafToCallbacks', { callback: {} })).run.outcomes.find(({ check }) => check === 'notifyPayment.inquired'),
    ).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/cannot be recognised/),
    })
  })

  it('that nobody was there for is said to be undelivered', async () => {
    const result = await gated('coins', { callback: { url: 'http://127.0.0.1:9/' } })
    expect(result.run.outcomes.find(({ check }) => check === 'notifyPayment.inquired')?.reason).toBe('No callback was delivered.')
  })

  it('is left out where none was asked for', async () =>
    expect(verdictOf(await gated('coins'), 'notifyPayment.inquired')).toBe('inapplicable'))
})

/** One that ended and that nobody asked after runs no more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
