import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { secretRemoval } from '../fault.ts'
import { requestLog } from './request-log.ts'

it('tells neither secrets of the provider nor those of the environment or of a file of variables, in any form', async () => {
  const mine = 'my-own-signing-secret-42'
  const own = defaultSettings['signingSecret'] ?? ''
  const filed = 'my-own-api-token-43'
  const file = join(await mkdtemp(join(tmpdir(), 'assay-log-')), 'my.env')
  await writeFile(file, `ASSAY_API_TOKEN=${filed}\n`)
  const removal = secretRemoval(['--settings', file], { ASSAY_SIGNING_SECRET: mine })
  let written = ''
  const log = requestLog(contract, { write: (text) => (written += text) }, true, removal)
  log.broken?.(`${mine} ${own} ${filed} ${Buffer.from(mine).toString('hex')} and no secret`)
  await rm(dirname(file), { recursive: true })
  expect(written).toContain('and no secret')
  for (const secret of [mine, own, filed, Buffer.from(mine).toString('hex')]) expect(written).not.toContain(secret)
})
