import { expect, it } from 'vitest'
import { printedSecret } from './credential-command.ts'

it('gives up on a command that is not done in time', async () => {
  const hanging = [process.execPath, '-e', 'process.stdout.write("h1dden"); setInterval(() => {}, 1000)']
  const error = printedSecret('token', hanging, { place: 'targets.dev', directory: '.' }, 200)
  await expect(error).rejects.toThrow(/targets\.dev\.commands\.token: .* was not done within 0\.2 s/)
  await expect(error).rejects.not.toThrow(/h1dden/)
})
