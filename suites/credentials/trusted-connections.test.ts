import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { hasScheme } from '../../contracts/operation-kinds.ts'
import { isSuccessful } from '../../contracts/statuses.ts'
import { credentialFields } from '../../engine/probes/request.ts'
import { createSeed } from '../../engine/seed.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { inProcess } from '../in-process.fixture.ts'
import { run } from '../run.ts'

it.each(contract.operations.filter(hasScheme))(
  'a server that trusts a connection after three right requests of $id is found out',
  async (operation) => {
    const { target, clock, transport } = inProcess({ contract })
    const { setting, header } = operation.authentication
    const right = credentialFields(operation.authentication, target.settings[setting] ?? '')
    const accepted = new Map<string, number>()
    const send: typeof transport.send = async (request, options) => {
      const answer = await transport.send(request, options)
      const { connection } = options
      if (connection === undefined || !request.url.includes(operation.path)) return answer
      const before = accepted.get(connection) ?? 0
      if (isSuccessful(answer.response?.status)) accepted.set(connection, before + 1)
      else if (before >= 3) {
        const others = request.headers.filter(([name]) => name.toLowerCase() !== header.toLowerCase())
        return transport.send({ ...request, headers: [...others, ...right] }, options)
      }
      return answer
    }
    const asked = { ...target, operations: [operation.id] }
    const { outcomes } = await run({ contract, target: asked, clock, transport: { ...transport, send }, seed: createSeed('connections') })
    const failed = outcomes.filter(({ verdict }) => verdict === 'failed')
    expect(failed.map(({ check }) => check)).toEqual([`${operation.id}.credential.late`])
  },
)

it.each(contract.operations.filter(hasScheme))(
  'a server that keeps the headers of $id by connection, as Jetty 11 does whatever the case of their letters, is found out',
  async (operation) => {
    const { target, clock, transport } = inProcess({ contract })
    const kept = new Map<string, string>()
    const send: typeof transport.send = (request, options) => {
      const headers = request.headers.map(([name, value]): [string, string] => {
        if (options.connection === undefined) return [name, value]
        return [name, getOrInsert(kept, `${options.connection} ${name} ${value}`.toLowerCase(), () => value)]
      })
      return transport.send({ ...request, headers }, options)
    }
    const asked = { ...target, operations: [operation.id] }
    for (const seed of ['a', 'b', 'c']) {
      kept.clear()
      const { outcomes } = await run({ contract, target: asked, clock, transport: { ...transport, send }, seed: createSeed(seed) })
      const failed = outcomes.filter(({ verdict }) => verdict === 'failed')
      expect(failed.map(({ check }) => check)).toContain(`${operation.id}.credential.altered-case`)
    }
  },
)
