import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo, Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createClient } from '../../engine/client/client.ts'
import type { Connection } from '../../engine/client/transport/connection.ts'
import type { Exchange, Headers } from '../../engine/exchange.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { certificates } from './certificates.fixture.ts'
import { resolveConnection } from './configured-connection.ts'
import type { Environment, PlacedEntry } from './entry.ts'

const open = new Set<{ close(): unknown }>()

/** Writes the certificates and keys of the tests to a directory of their own, and gives it. */
async function certificateDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'assay-connection-'))
  const { ca, client, server, lockedKey } = certificates
  const files = {
    'ca.pem': ca,
    'client.pem': client.cert,
    'client.key': client.key,
    'other.key': server.key,
    'locked.key': lockedKey,
    'not.pem': 'x',
    'damaged.pem': `${ca}\n${ca.replace(/^MI/m, 'XI')}\n${ca}`,
    'cut.pem': ca.slice(0, 200),
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)))
  return directory
}

/** The connections that entries describe, with certificates in a directory of the file of tests, and servers that close after each. */
export function connections() {
  let directory = ''
  beforeAll(async () => {
    directory = await certificateDirectory()
  })
  afterEach(() => {
    for (const server of open) server.close()
    open.clear()
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))
  const placed = (given: Partial<PlacedEntry>): PlacedEntry => ({ place: 'file: targets.dev', directory, ...given })
  return (entry: Partial<PlacedEntry>, environment: Environment = {}, defaults?: Partial<PlacedEntry>): Connection | undefined =>
    resolveConnection(contract, environment, placed(entry), defaults && placed(defaults))
}

/** Listens on a port of its own and gives it. */
export async function listening(server: Pick<TcpServer, 'listen' | 'address' | 'close'>): Promise<number> {
  open.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A server over TLS that answers everything with an empty object. */
export function tlsServer(options: TlsOptions): Promise<number> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'),
    )
  })
  return listening(server.on('tlsClientError', () => {}))
}

/** One bare request to an address over a connection. */
export async function get(url: string, over?: Connection, headers: Headers = []): Promise<{ exchange: Exchange; target: Target }> {
  const [operation] = contract.operations
  if (!operation) throw new Error('the contract has no operation')
  const bases = Object.fromEntries(contract.bases.map((base) => [base, new URL(url).origin]))
  const target: Target = defined({
    name: 'dev',
    bases,
    settings: {},
    operations: [operation.id],
    allowWithdrawals: false,
    connection: over,
  })
  const client = createClient({ contract, target, signal: new AbortController().signal, timeLeft: () => 30_000, timeout: 20_000 })
  const build = () => ({ method: 'GET', url, headers })
  const exchange = await client.send({ probe: 'test', role: 'base', operation, build })
  await client.close()
  return { exchange, target }
}
