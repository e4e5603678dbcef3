import type { ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Contract } from '../contracts/contract.ts'
import { stopwatch, systemClock } from '../engine/client/clock.ts'
import type { Target } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { startListening } from '../language/listening-server.ts'
import { UsageError } from '../language/usage-error.ts'
import { endGroup, signalGroup, startGroup } from '../targets/process-group.ts'
import { fileFault } from '../text/files/file-fault.ts'
import { shellWord } from '../text/shell-word.ts'
import type { Subject } from './certify.ts'
import { UnreadableFile } from './untrusted-json.ts'

/** What was judged: a file by its content, or a container image by its digest (`name@sha256:…`). @throws {UnreadableFile} */
export async function subjectFrom(words: string): Promise<Subject> {
  const [, name, digest] = /^(?:([^@\s]+)@)?sha256:([0-9a-f]{64})$/.exec(words) ?? []
  if (digest !== undefined) return { kind: 'image', name: name ?? 'image', sha256: digest }
  return { kind: 'file', name: basename(words), sha256: await fileDigest(words) }
}

/** The SHA-256 of a file, however large. @throws {UnreadableFile} */
async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    // What is none may have no end, or never begin.
    if (!statSync(path).isFile()) throw new Error('it is no ordinary file')
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw new UnreadableFile(`The subject ${path} cannot be read (${fileFault(cause)}). Give a file, or an image as name@sha256:….`)
  }
  return hash.digest('hex')
}

interface StartOptions {
  /** How long it may take until it listens, in milliseconds. */
  readonly patience?: number
  readonly signal?: AbortSignal
}

/** The word of a command in which a port is put. */
const portWord = '{port}'

/** The word of a command by which it starts this very subject; one without it may start anything, and is carried out for nobody. */
export function subjectWord({ kind, sha256 }: Pick<Subject, 'kind' | 'sha256'>): string {
  return kind === 'image' ? `sha256:${sha256}` : '{subject}'
}

/** True for a command that finds its port: put into it, or where the target is on this machine. Others could not start it elsewhere. */
export function startsHere(command: string, bases: Target['bases']): boolean {
  return command.includes(portWord) || Object.values(bases).every((base) => new URL(base).hostname === '127.0.0.1')
}

/** A command with the path of the subject put in. */
export function commandOn(subject: string, command: string): string {
  return command.replaceAll('{subject}', () => shellWord(subject))
}

/**
 * Starts a subject in a shell, with the target's settings in its environment and nothing else of this process's but PATH and HOME,
 * and waits until it listens: at the target's bases, on its own port. It ends with this process at the latest. @throws {UsageError}
 */
export async function startSubject(
  contract: Contract,
  target: Target,
  command: string,
  { patience = 60_000, signal: interruption }: StartOptions = {},
) {
  const port = command.includes(portWord) ? await freePort() : portOf(target) || (await freePort())
  if (await answers(port)) throw new UsageError(`Something else listens on port ${port}: it would be taken for the subject.`)
  const env = { ...subjectEnvironment(contract, target), PORT: String(port) }
  const child = startGroup(command.replaceAll(portWord, String(port)), { env, stdio: ['ignore', 'ignore', 'inherit'] }, ({ message }) => {
    return `The subject cannot be started: ${message}.`
  })
  const end = new AbortController()
  const ended = new Promise<string>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('exit', (code, signal) => resolve(`it ended with ${code ?? signal}`))
  })
  const stop = stopping(child)
  const waiting = AbortSignal.any([end.signal, ...(interruption ? [interruption] : [])])
  const problem = await Promise.race([ended, listening(port, patience, waiting)])
  end.abort()
  if (problem === undefined) return { bases: rebased(target, port), [Symbol.asyncDispose]: stop }
  await stop()
  throw new UsageError(`The subject did not come up on port ${port}: ${problem}.`)
}

function subjectEnvironment(contract: Contract, { settings }: Target): Record<string, string> {
  const own = ['PATH', 'HOME'].map((name) => [name, process.env[name]] as const)
  const told = contract.settings.map(({ name, env }) => [env, settings[name]] as const)
  return defined<Record<string, string>>(Object.fromEntries([...own, ...told]))
}

/** Undefined once somebody listens, else why nobody does. */
async function listening(port: number, patience: number, waiting: AbortSignal): Promise<string | undefined> {
  const elapsed = stopwatch(systemClock)
  while (elapsed() < patience && !waiting.aborted) {
    if (await answers(port)) return undefined
    await wait(50, undefined, { signal: waiting }).catch(() => undefined)
  }
  return waiting.aborted ? 'it was interrupted' : `nothing listened within ${patience / 1000} s`
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Ends the whole process group, a shell's children included, when it is called or this process ends before. */
function stopping(child: ChildProcess): () => Promise<void> {
  const kill = () => signalGroup(child.pid, 'SIGKILL')
  process.once('exit', kill)
  return async () => {
    process.off('exit', kill)
    if (child.pid === undefined || child.exitCode !== null) return kill() // what it left behind
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const giveUp = endGroup(child, 2000)
    await gone
    giveUp()
  }
}

function rebased({ bases }: Target, port: number): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bases).map(([base, address]) => [base, `http://127.0.0.1:${port}${new URL(address).pathname.replace(/\/$/, '')}`]),
  )
}

function portOf({ bases }: Target): number {
  const [first = ''] = Object.values(bases)
  const { port, protocol } = new URL(first)
  return Number(port || (protocol === 'https:' ? 443 : 80))
}

async function freePort(): Promise<number> {
  const server = createServer()
  const { port } = new URL(`http://${await startListening(server)}`)
  await new Promise((resolve) => server.close(resolve))
  return Number(port)
}
