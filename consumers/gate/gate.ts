import { randomUUID } from 'node:crypto'
import { preamble } from '../../contracts/preamble.ts'
import type { Finding, Outcome } from '../../engine/judging/outcome.ts'
import { defined } from '../../language/defined.ts'
import { hooksOf } from '../../provider/mutant.ts'
import type { JudgedTraffic } from '../traffic/traffic.ts'
import { type CallbackOptions, callbackFor, deliverCallback, printedAddress } from './callback.ts'
import { type CommandOptions, type Ended, endingWords, isWell, runProgram } from './command.ts'
import { assayVariables, commandEnvironment } from './environment.ts'
import { commandCheck, connectionsCheck } from './gate-checks.ts'
import { openSession, type Serving, type Session, type SessionOptions } from './session.ts'

export interface GateOptions
  extends Omit<SessionOptions, 'awaitsCallback'>,
    Pick<CommandOptions, 'words' | 'signal' | 'onOutput'>,
    Partial<Pick<CommandOptions, 'environment' | 'timeout'>> {
  /** What else the command is told: templates by the name of the variable. */
  readonly mapping?: Readonly<Record<string, string>>
  readonly callback?: CallbackOptions
  /** How it is run: in a process of its own unless it is said. */
  readonly execute?: typeof runProgram
}

export interface Gated extends JudgedTraffic {
  readonly words: readonly string[]
  readonly ended: Ended
}

/** How long a command may take unless it is said otherwise, in milliseconds. */
const defaultTimeout = 600_000

/** Starts the provider, runs the command against it, and judges what it sent. @throws {UsageError} where it cannot be started. */
export async function gate(options: GateOptions): Promise<Gated> {
  const { words } = options
  const session = await openSession({ ...options, awaitsCallback: options.callback !== undefined })
  const ended = await attended(options, session)
  const notes = notesOf(options, session, ended)
  const about = { side: 'consumer', name: words.join(' '), allowWithdrawals: true, notes } as const
  const { run, requests } = session.traffic.conclude(about)
  const outcomes = [...run.outcomes, commandOutcome(ended), connectionOutcome(session.broken, requests)]
  return { run: { ...run, complete: ended.reason !== 'interrupted', outcomes }, words, ended, requests }
}

/** Runs the command against a provider, which is closed when the command ends. @throws {UsageError} where it cannot be started. */
export async function attended(options: GateOptions, serving: Serving): Promise<Ended> {
  const { contract, words, timeout = defaultTimeout, onOutput, execute = runProgram } = options
  const callback = startCallback(options, serving)
  try {
    return await execute(
      defined({
        words,
        timeout,
        id: randomUUID(),
        environment: commandEnvironment(contract, serving.values, options.mapping ?? {}, options.environment ?? process.env),
        signal: options.signal,
        onOutput: (chunk, stream) => {
          callback.hear(chunk)
          onOutput?.(chunk, stream)
        },
      }),
    )
  } finally {
    callback.end()
    await serving.close()
  }
}

/** Sends the callback that was asked for, once its address is known and somebody listens there. */
function startCallback({ contract, callback: wanted, provider }: GateOptions, { provider: { settings }, callbacks }: Serving) {
  const [callback] = contract.callbacks
  const ending = new AbortController()
  if (!wanted || !callback) return { hear: () => {}, end: () => {} }
  const plain = callbackFor(callback, settings, wanted)
  const notification = hooksOf(provider?.mutant, { contract, settings }).notify?.(plain) ?? plain
  let isSending = false
  const send = (url: string | undefined) => {
    if (url === undefined || isSending) return
    isSending = true
    void deliverCallback(url, notification, (at) => callbacks.push(at), ending.signal)
  }
  let line = ''
  send(wanted.url)
  return {
    hear: (chunk: Buffer) => {
      if (isSending) return
      line = (line + chunk.toString('utf8')).slice(-4096)
      send(printedAddress(line))
    },
    end: () => ending.abort(),
  }
}

function commandOutcome(ended: Ended): Outcome {
  const own = ownOutcome(commandCheck, 'The command ends well', 'MUST')
  if (ended.reason === 'interrupted') return { ...own, verdict: 'inconclusive', findings: [], reason: 'It was interrupted.' }
  if (isWell(ended)) return { ...own, verdict: 'passed', findings: [] }
  return { ...own, verdict: 'failed', findings: [{ at: 'the command', expected: 'exit code 0', actual: endingWords(ended) }] }
}

function connectionOutcome(broken: ReadonlyMap<string, number>, requests: number): Outcome {
  const findings = [...broken].map(([actual, count]) =>
    defined<Finding>({ at: 'a connection', expected: 'whole HTTP requests', actual, count: count > 1 ? count : undefined }),
  )
  const own = ownOutcome(connectionsCheck, 'Every connection carries whole HTTP requests', 'SHOULD')
  if (findings.length > 0) return { ...own, verdict: 'warned', findings }
  return requests > 0 ? { ...own, verdict: 'passed', findings } : { ...own, verdict: 'inconclusive', findings, reason: 'Nothing was sent.' }
}

export function ownOutcome(id: string, title: string, level: Outcome['level']): Omit<Outcome, 'verdict' | 'findings'> {
  return { check: id, requirement: id, level, clause: preamble, operation: '', title, evidence: [] }
}

const manyRequests = 10_000

function notesOf({ contract, mapping = {} }: GateOptions, { traffic: { counts }, values }: Session, ended: Ended): string[] {
  const variables = [...Object.keys(assayVariables(contract, values)), ...Object.keys(mapping)]
  return [
    ...(counts.all === 0 ? [`Nothing was sent. The command could have read ${variables.join(', ')}.`] : []),
    ...(counts.all > manyRequests ? [`${counts.all} requests came: all were judged, and those of interest are kept.`] : []),
    ...(ended.reason === 'interrupted' ? ['The command was interrupted before it was done.'] : []),
    ...(ended.left > 0
      ? [`The command left ${ended.left === 1 ? 'a process running; it was' : `${ended.left} processes running; they were`} ended with it.`]
      : []),
  ]
}
