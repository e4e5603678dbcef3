import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { requestLog } from './request-log.ts'

it('tells neither secrets of the provider nor those of the environment, in any form', () => {
  const mine = 'my-own-signing-secret-42'
  const own = defaultSettings['signingSecret'] ?? ''
  let written = ''
  const log = requestLog(contract, { write: (text) => (written += text) }, true, { ASSAY_SIGNING_SECRET: mine })
  log.broken?.(`${mine} ${own} ${Buffer.from(mine).toString('hex')} and no secret`)
  expect(written).toContain('and no secret')
  for (const secret of [mine, own, Buffer.from(mine).toString('hex')]) expect(written).not.toContain(secret)
})
