import type { ChildProcess } from 'node:child_process'
import { UsageError } from '../../language/usage-error.ts'
import { childEnvironment } from '../../targets/configuration/child-environment.ts'
import { signalGroup, startGroup } from '../../targets/process-group.ts'

/** What a signer or verifier is asked: an id and the values, one JSON object a line. */
export interface SignerRequest {
  readonly id: number
  readonly [value: string]: string | number
}

export interface Conversation {
  readonly lines: readonly string[]
  readonly ending: ConversationEnd
  /** All that it wrote to its standard error, up to a bound. */
  readonly complaint: string
  readonly asked: Interval
}

/** In milliseconds since the Unix epoch. */
export interface Interval {
  readonly from: number
  readonly to: number
}

/** How a conversation ended: all answered, the process over before that, no answer in time, or too much said. */
export type ConversationEnd =
  | { readonly kind: 'answered' }
  | { readonly kind: 'exited'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'silent'; readonly milliseconds: number }
  | { readonly kind: 'flooded'; readonly bytes: number }

export interface Program {
  readonly command: string
  /** How long it may be silent, in milliseconds. */
  readonly patience: number
  /** Names of environment variables that it gets beside the ordinary ones. */
  readonly given?: readonly string[]
}

const mostBytes = 4_000_000
const mostComplaint = 1_000_000
const farewell = 1_000

/**
 * Starts a signer once, in a shell, and asks it everything; it may answer as it goes or all at the end. It is ended when it has
 * answered all and does not go by itself, or is silent for too long. It has the ordinary environment variables, and those that are
 * given: a signer that is judged need not know the secrets of a target.
 * @throws {UsageError} when the shell finds no such command, or it cannot be one.
 */
export async function converse({ command, patience, given = [] }: Program, requests: readonly SignerRequest[]): Promise<Conversation> {
  const from = Date.now()
  const env = childEnvironment(process.env, given)
  const signer = startGroup(command, { env, stdio: 'pipe' }, ({ message }) => `It cannot be started: ${message}.`)
  signer.stdin?.on('error', () => {}) // it went before it was asked everything: how it ended says so
  signer.stdin?.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(''))
  const said: Output = { chunks: [], bytes: 0, lines: 0, complaint: '' }
  listen(signer, said)
  const ending = await endingOf(signer, said, requests.length, patience)
  const lines = said.chunks
    .join('')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  if (ending.kind === 'exited' && (ending.code === 127 || ending.code === 126) && lines.length === 0) {
    throw new UsageError(`It cannot be started: expected a command, found ${JSON.stringify(command)}. ${said.complaint}`.trim())
  }
  return { lines, ending, complaint: said.complaint.trim(), asked: { from, to: Date.now() } }
}

interface Output {
  readonly chunks: string[]
  bytes: number
  lines: number
  complaint: string
}

function listen({ stdout, stderr }: ChildProcess, said: Output): void {
  stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    said.chunks.push(chunk)
    said.bytes += chunk.length
    said.lines += chunk.split('\n').length - 1
  })
  stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    if (said.complaint.length < mostComplaint) said.complaint = (said.complaint + chunk).slice(0, mostComplaint)
  })
}

function endingOf(signer: ChildProcess, said: Output, expected: number, patience: number): Promise<ConversationEnd> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const end = (ending: ConversationEnd) => {
      clearTimeout(timer)
      // With whatever its shell started; what left its group may hold its pipes still, and Assay does not wait for that.
      if (ending.kind !== 'exited') signalGroup(signer.pid, 'SIGKILL')
      signer.stdout?.destroy()
      signer.stderr?.destroy()
      resolve(ending)
    }
    const wait = () => {
      clearTimeout(timer)
      if (said.bytes > mostBytes) return end({ kind: 'flooded', bytes: mostBytes })
      const answered = said.lines >= expected
      const ending: ConversationEnd = answered ? { kind: 'answered' } : { kind: 'silent', milliseconds: patience }
      timer = setTimeout(() => end(ending), answered ? Math.min(farewell, patience) : patience)
    }
    wait()
    signer.stdout?.on('data', wait)
    signer.on('error', reject)
    signer.on('close', (code, signal) => end({ kind: 'exited', code, signal }))
  })
}
