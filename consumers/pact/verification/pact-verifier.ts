import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { childEnvironment } from '../../../targets/configuration/child-environment.ts'
import { fileFault } from '../../../text/files/file-fault.ts'
import { jsonMembers } from '../../../text/json/json-text.ts'

export interface InteractionResult {
  readonly interactionKey?: string | null
  readonly description: string
  readonly result: string
  readonly mismatch?: { readonly mismatches?: readonly Mismatch[]; readonly message?: string }
}

export interface Mismatch {
  readonly type: string
  readonly path?: string
  readonly key?: string
  readonly expected?: unknown
  readonly actual?: unknown
  readonly mismatch?: string
}

export interface VerifierOptions {
  readonly pact: { readonly provider: { readonly name: string } }
  /** Where the requests go: a loopback address. */
  readonly url: string
  /** Where the states are set up: a POST that is answered with 4xx when it fails. */
  readonly statesUrl: string
  /** The most that all of it may take, in milliseconds. */
  readonly patience: number
  readonly signal?: AbortSignal
}

/** Pact's verifier gave no results; the message says what it did instead. */
export class VerifierError extends Error {}

/** Runs Pact's own verifier, in a process of its own. @throws {VerifierError} when it fails, hangs or says nothing. */
export async function verifyWithPact(options: VerifierOptions): Promise<InteractionResult[]> {
  const folder = await temporaryFolder()
  try {
    const file = join(folder, 'pact.json')
    await writeFile(file, JSON.stringify(options.pact))
    return results(await converse(file, options))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function temporaryFolder(): Promise<string> {
  try {
    return await mkdtemp(join(tmpdir(), 'assay-pact-'))
  } catch (cause) {
    throw new VerifierError(`No temporary folder can be made in ${tmpdir()} (${fileFault(cause)}): set TMPDIR to one that can be written`, {
      cause,
    })
  }
}

/** The file beside this one, whether it is run as it is or compiled. */
const program = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './pact-verifier-process.ts' : './pact-verifier-process.js', import.meta.url),
)

async function converse(file: string, { pact, url, statesUrl, patience, signal }: VerifierOptions): Promise<string> {
  const child = fork(program, { env: quietEnvironment(), execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, patience)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  try {
    child.send({ file, provider: pact.provider.name, url, statesUrl, timeout: patience }, () => undefined)
    return await answerOf(child)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
    end()
  }
}

function answerOf(child: ChildProcess): Promise<string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-2000)))
  return new Promise((resolve, reject) => {
    child.once('message', (message) => resolve(String(message)))
    child.once('error', (cause) => reject(new VerifierError(`Pact's verifier could not be started: ${cause.message}`, { cause })))
    child.once('close', (code, ending) => {
      reject(new VerifierError(`Pact's verifier ended ${ending ? `by ${ending}` : `with code ${code}`} without results${lastLine(said)}`))
    })
  })
}

/** Nobody's secrets, no telemetry, no proxy on the way to loopback, and no colours. */
function quietEnvironment(): NodeJS.ProcessEnv {
  return { ...childEnvironment(process.env), PACT_DO_NOT_TRACK: 'true', SCARF_ANALYTICS: 'false', NO_PROXY: '127.0.0.1', NO_COLOR: '1' }
}

function results(text: string): InteractionResult[] {
  const { interactionResults } = jsonMembers(text)
  if (Array.isArray(interactionResults)) return interactionResults as InteractionResult[]
  throw new VerifierError(`Pact's verifier gave no results${lastLine(text)}`)
}

function lastLine(text: string): string {
  const line = text.trim().split('\n').at(-1)
  return line ? `; it said: ${line.slice(0, 300)}` : '.'
}
