import { describe, expect, it } from 'vitest'
import type { Client } from '../client/client.ts'
import type { Draft } from '../client/draft.ts'
import { exchange, listing, response } from '../evidence/evidence.fixture.ts'
import type { ReceivedResponse } from '../exchange.ts'
import { tryOtherClients } from './control-tries.ts'
import { ordinaryRequest } from './request.ts'
import { createRecorder, type Step } from './steps.ts'

/** What is done where a right request is answered so, behind a wrong one, and then accepted: roles that are sent, and pauses. */
async function done(answer: ReceivedResponse, before: ReceivedResponse): Promise<(string | number)[]> {
  const found: (string | number)[] = []
  const answers = new Map(Object.entries({ opening: before, control: answer }))
  const accepted = response(200, listing.success.example)
  const client = {
    pause: async (milliseconds: number) => found.push(milliseconds),
    send: async ({ role }: Draft) => {
      found.push(role)
      return exchange(listing, role, answers.get(role) ?? accepted)
    },
  } as unknown as Client
  const recorder = createRecorder(client, { id: 'probe', operation: listing })
  const build: Step['build'] = (builder) => ordinaryRequest(listing, builder)
  await recorder.send({ role: 'opening', build })
  await tryOtherClients(recorder, client, await recorder.send({ role: 'control', build }), build)
  return found.slice(2)
}

describe('a right read that is refused', () => {
  const forbidden = response(403, { error: 'no' })
  const unauthorized = response(401, { error: 'no' })

  it('is asked again a moment later, where the one before it was refused otherwise', async () => {
    expect(await done(forbidden, unauthorized)).toEqual([1000, 'client.again'])
  })

  it.each([
    ['refused alike', forbidden, forbidden],
    ['asked who it is', unauthorized, forbidden],
  ])('is asked again at once, where it is %s', async (_, answer, before) => {
    expect(await done(answer, before)).toEqual(['client.again'])
  })
})
