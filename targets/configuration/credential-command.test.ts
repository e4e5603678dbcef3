import { expect, it } from 'vitest'
import { printedSecret } from './credential-command.ts'

it('gives up on a command that is not done in time', async () => {
  const hanging = [process.execPath, '-e', 'process.stdout.write("h1dden"); setInterval(() => {}, 1000)']
  const error = printedSecret('token', hanging, { place: 'targets.dev', directory: '.' }, { timeout: 200 })
  await expect(error).rejects.toThrow(/targets\.dev\.commands\.token: .* was not done within 0\.2 s/)
  await expect(error).rejects.not.toThrow(/h1dden/)
})

it('gives a command no variable that its entry does not name', async () => {
  const command = [process.execPath, '-e', 'console.log(Object.keys(process.env).sort().join())']
  const environment = { PATH: '/bin', LC_ALL: 'C', ASSAY_SIGNING_SECRET: 'h1dden', NODE_OPTIONS: '', VAULT_TOKEN: 'v', VAULT_ADDR: 'a' }
  const entry = { place: 'targets.dev', directory: '.', commandVariables: ['VAULT_TOKEN'] }
  expect(await printedSecret('token', command, entry, { environment })).toBe('LC_ALL,PATH,VAULT_TOKEN')
})

it('refuses a command that cannot be started', async () => {
  const entry = { place: 'targets.dev', directory: '.' }
  await expect(printedSecret('token', ['x'.repeat(3e6)], entry)).rejects.toThrow(
    /targets\.dev\.commands\.token: .* is longer than a command can be/,
  )
  await expect(printedSecret('token', ['echo', '\0'], entry)).rejects.toThrow(/holds a character that no command can hold/)
})
