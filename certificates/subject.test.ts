import { createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { listeningPort, startListening } from '../language/listening-server.ts'
import { UsageError } from '../language/usage-error.ts'
import { startSubject } from './subject.ts'

const targetAt = (port: number) => ({
  name: 'it',
  bases: Object.fromEntries(contract.bases.map((base) => [base, `http://127.0.0.1:${port}`])),
  settings: {},
  operations: [],
  allowWithdrawals: false,
})
const free = targetAt(1)
const quoted = `'${process.execPath}'`

it('a subject that ends is not waited for', async () => {
  const started = startSubject(contract, free, 'exit 7 # {port}')
  await expect(started).rejects.toThrow(/did not come up on port \d+: it ended with 7\./)
})

it('a subject that is told its port by PORT alone gets one that is free', async () => {
  const server = "require('node:net').createServer().listen(process.env.PORT, '127.0.0.1')"
  await using started = await startSubject(contract, targetAt(0), `exec ${quoted} -e "${server}"`)
  for (const address of Object.values(started.bases)) expect(Number(new URL(address).port)).toBeGreaterThan(0)
})

it('a subject that does not come up is waited for no longer where the clock is set back', async ({ onTestFinished }) => {
  const began = Date.now()
  const spy = vi
    .spyOn(Date, 'now')
    .mockReturnValueOnce(began)
    .mockReturnValue(began - 3_600_000)
  onTestFinished(() => spy.mockRestore())
  const started = startSubject(contract, free, 'exec sleep 9 # {port}', { patience: 1 })
  await expect(started).rejects.toThrow(/did not come up on port \d+: nothing listened within 0\.001 s\./)
})

it('an interruption ends the wait and the subject', async () => {
  const interruption = new AbortController()
  const started = startSubject(contract, free, `exec ${quoted} -e 'setInterval(() => {}, 1e6)' {port}`, { signal: interruption.signal })
  interruption.abort()
  await expect(started).rejects.toThrow(/it was interrupted\./)
})

it('does not take another server on that port for the subject', async ({ onTestFinished }) => {
  const server = createServer((socket) => socket.destroy())
  await startListening(server)
  onTestFinished(() => void server.close())
  const error = await startSubject(contract, targetAt(listeningPort(server)), 'sleep 9').catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(UsageError)
  expect(String(error)).toContain('Something else listens on port')
})
