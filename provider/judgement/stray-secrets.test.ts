import { describe, expect, it } from 'vitest'
import { ask, bodyOf, operations, type RequestChanges, withProvider } from '../asking.fixture.ts'
import { strictness } from '../behaviour.ts'

const { signed, listed } = operations

describe('a strict provider', () => {
  it("refuses another operation's credential beside the right one", async () => {
    await withProvider({ behaviour: strictness }, async (provider) => {
      const authorization = `Bearer ${provider.settings['accessToken']}`
      const { status, text } = await ask(provider, signed, { headers: { authorization } })
      expect(status).toBe(400)
      expect(text).toContain(`the header authorization: expected no accessToken, which is for ${listed.id} alone`)
    })
  })

  it('refuses a signing secret wherever it is sent, and does not repeat it', async () => {
    await withProvider({ behaviour: strictness }, async (provider) => {
      const secret = provider.settings['signingSecret'] ?? ''
      const places: RequestChanges[] = [
        { headers: { 'x-secret': secret } },
        { path: `${signed.path}?secret=${secret}` },
        { body: { ...bodyOf(provider, signed), description: secret } },
      ]
      for (const place of places) {
        const { status, text } = await ask(provider, signed, place)
        expect(status).toBe(400)
        expect(text).toContain('which signs requests and is never sent itself')
        expect(text).not.toContain(secret)
      }
    })
  })
})
