import { expect, it } from 'vitest'
import type { Client } from '../client/client.ts'
import { exchange, response, signed } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { setBackByClock } from './control-tries.ts'
import { controlRoles } from './roles.ts'
import type { Recorder, Step } from './steps.ts'

const step: Step = { role: controlRoles.before, build: () => ({ method: 'POST', url: '', headers: [] }) }
const accepted = exchange(signed, controlRoles.before, response(200, signed.success.example))

it.each([
  ['sent anew where times were set back while it was under way', 0, response(401, {}), true],
  ['left as it is where they were set back before', 700, response(401, { message: 'the amount is too small' }), false],
  ['left as it is where it is accepted', 0, accepted.response, false],
])('a right request is %s', async (_, before, answer, isAnew) => {
  const control: Exchange = exchange(signed, controlRoles.before, answer ?? response(500, {}))
  const recorder = { operation: signed, send: async () => accepted } as unknown as Recorder
  const target = { name: '', bases: { [signed.base]: 'http://127.0.0.1:1' } }
  const client = { back: () => 700, target } as unknown as Client
  expect(await setBackByClock(recorder, client, { control, before }, step)).toBe(isAnew ? accepted : control)
})
