import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, valuesOf } from '../consumers/gate/environment.ts'
import { gate } from '../consumers/gate/gate.ts'
import { contract } from '../contracts/generated/contract.ts'
import { defined } from '../language/defined.ts'
import { listeningPort, startListening, stopListening } from '../language/listening-server.ts'
import type { Served } from '../provider/witness.ts'
import { absolutePath, peakMemory } from './child.ts'
import { median } from './time.ts'

const operations = contract.operations.map(({ id }) => id)
const runs = 5

/**
 * How many milliseconds a command that sends 1,000 requests takes at a gate (`gated`) and at a bare server of the same answers (`plain`), by
 * turns; and the most megabytes that a gate holds over 100,000 requests.
 */
export async function measureGate() {
  const answers = new Map<string, Served['reply']>()
  await gateOf(100, (served) => answers.set(`${served.request.method} ${served.request.path}`, served.reply))
  const server = await startPlain(answers)
  const [gated, plain]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs; run += 1) {
    gated.push((await gateOf(1000)).ended.durationMs)
    plain.push(await timeAt(server))
  }
  await stopListening(server)
  return { gated: median(gated), plain: median(plain), memory: await memoryOfMany() }
}

async function memoryOfMany(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'))
  const command = [process.execPath, absolutePath('./requests.js'), '100000']
  try {
    return await peakMemory([absolutePath('../cli/assay.js'), 'gate', '--quiet', '--out', folder, '--', ...command])
  } finally {
    await rm(folder, { recursive: true })
  }
}

function gateOf(count: number, onServed?: (served: Served) => void) {
  return gate(defined({ contract, operations, words: [process.execPath, absolutePath('./requests.js'), String(count)], onServed }))
}

/** A bare server that answers what the gate answered, byte for byte. */
async function startPlain(answers: ReadonlyMap<string, Served['reply']>): Promise<Server> {
  const server = createServer((message, response) => {
    message.resume().on('end', () => {
      const reply = answers.get(`${message.method} ${message.url?.split('?')[0]}`)
      response.writeHead(reply?.status ?? 404, { ...reply?.headers, 'content-length': reply?.body.length ?? 0 }).end(reply?.body)
    })
  })
  await startListening(server)
  return server
}

async function timeAt(server: Server): Promise<number> {
  const url = `http://127.0.0.1:${listeningPort(server)}`
  const settings = Object.fromEntries(contract.settings.map(({ name }) => [name, '1']))
  const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
  const env = commandEnvironment(contract, valuesOf(contract, { bases, settings }, {}), {}, process.env)
  const started = performance.now()
  await once(spawn(process.execPath, [absolutePath('./requests.js'), '1000'], { env, stdio: 'ignore' }), 'exit')
  return performance.now() - started
}
