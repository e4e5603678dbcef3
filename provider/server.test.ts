import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import { requestFields } from '../contracts/fields.ts'
import { contract } from '../contracts/generated/contract.ts'
import { valueAtPointer } from '../text/json/pointer.ts'
import { ask, bodyOf, now, operations, withProvider } from './asking.fixture.ts'
import { bodyLimit } from './received.ts'
import { otherTerminals } from './reference-settings.ts'

const { signed, paged, listed } = operations

describe('the reference provider', () => {
  for (const operation of contract.operations) {
    it(`answers a right ${operation.id} as the document says`, async () => {
      await withProvider({}, async (provider) => {
        const { status, headers, json } = await ask(provider, operation)
        expect(status).toBe(operation.success.status)
        expect(headers.get('content-type')).toBe(operation.success.mediaType)
        for (const name of operation.success.schema.required ?? []) expect(json).toHaveProperty(name)
      })
    })

    it(`refuses ${operation.id} under another path and method, and says which method it takes`, async () => {
      await withProvider({}, async (provider) => {
        expect((await ask(provider, operation, { path: `${operation.path}/` })).status).toBe(404)
        const { status, headers } = await ask(provider, operation, { method: 'DELETE' })
        expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: operation.method })
      })
    })
  }

  it('has coins with and without a maximum supply', async () => {
    await withProvider({}, async (provider) => {
      const { text } = await ask(provider, listed)
      expect(text).toMatch(/"max_supply":null/)
      expect(text).toMatch(/"max_supply":\d/)
    })
  })

  it('pages through all payments of a terminal, each once', async () => {
    await withProvider({}, async (provider) => {
      const pages = await Promise.all(
        [1, 2, 3, 4, 5, 6, 7].map((page) => ask(provider, paged, { body: { ...bodyOf(provider, paged), page } })),
      )
      const records = pages.flatMap(({ json }) => valueAtPointer(json, paged.pagination?.records ?? '') as unknown[])
      const total = valueAtPointer(pages[0]?.json, paged.pagination?.total ?? '')
      expect(total).toBe(57)
      expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(57)
      expect(records).toHaveLength(57)
    })
  })

  it('keeps terminals apart, and has one without payments', async () => {
    await withProvider({}, async (provider) => {
      const totalOf = async (terminalId: string) => {
        const { json } = await ask(provider, paged, { body: { ...bodyOf(provider, paged), terminalId } })
        return valueAtPointer(json, paged.pagination?.total ?? '')
      }
      expect(await totalOf(otherTerminals.busy)).toBe(23)
      expect(await totalOf(otherTerminals.empty)).toBe(0)
    })
  })

  it('gives every withdrawal an id of its own', async () => {
    await withProvider({}, async (provider) => {
      const ids = [await ask(provider, signed), await ask(provider, signed)].map(({ json }) =>
        valueAtPointer(json, signed.unique[0]?.at ?? ''),
      )
      expect(new Set(ids).size).toBe(2)
      expect(ids.every(Number.isInteger)).toBe(true)
    })
  })

  it('serves each base on a port and behind a prefix of its own', async () => {
    await withProvider({ separateBases: true, pathPrefix: { coin: '/market' } }, async (provider) => {
      expect(new Set(Object.values(provider.bases)).size).toBe(2)
      expect((await ask(provider, listed)).status).toBe(200)
      expect((await ask(provider, signed)).status).toBe(200)
      expect((await fetch(`${provider.bases['chain']}${listed.path}`)).status).toBe(404)
    })
  })

  it('says when its port is taken', async () => {
    await withProvider({}, async ({ url }) => {
      const again = withProvider({ port: Number(new URL(url).port) }, async () => {})
      await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
    })
  })
})

describe('wrong requests', () => {
  const wrong: Readonly<Record<string, readonly [given: Parameters<typeof ask>[2], want: number]>> = {
    'text that is no JSON': [{ text: '{"amount":' }, 400],
    'an array': [{ text: '[]' }, 400],
    'a byte order mark': [{ text: '\uFEFF{}' }, 400],
    'another media type': [{ headers: { 'content-type': 'text/plain' } }, 415],
    'another charset': [{ headers: { 'content-type': 'application/json; charset=latin1' } }, 415],
    'a body beyond the limit': [{ text: ' '.repeat(bodyLimit + 1) }, 413],
  }
  for (const [name, [given, want]] of Object.entries(wrong)) {
    it(`refuses ${name} with ${want}`, async () => {
      await withProvider({}, async (provider) => {
        for (const operation of [signed, paged]) expect((await ask(provider, operation, given)).status).toBe(want)
      })
    })
  }

  it('refuses nothing with 400 where a body is required', async () => {
    await withProvider({}, async (provider) => {
      expect((await ask(provider, signed, { text: '' })).status).toBe(400)
      expect((await ask(provider, paged, { text: '' })).status).toBe(200)
    })
  })

  it('takes a media type in another case, with its charset', async () => {
    await withProvider({}, async (provider) => {
      const headers = { 'content-type': 'Application/JSON; charset=UTF-8' }
      expect((await ask(provider, paged, { headers })).status).toBe(200)
    })
  })

  for (const { name, schema } of [...requestFields(signed), ...requestFields(paged)]) {
    it(`refuses ${name} of another JSON type than ${schema.type}, and names it`, async () => {
      await withProvider({}, async (provider) => {
        const operation = signed.body?.fields.some((field) => field.name === name) ? signed : paged
        const right = bodyOf(provider, operation)
        const { status, text } = await ask(provider, operation, {
          body: { ...right, [name]: schema.type === 'string' ? 15 : '15' },
          signedBody: right,
        })
        expect(status).toBe(400)
        expect(text).toContain(`${name}: expected`)
      })
    })
  }

  for (const { name } of requestFields(signed)) {
    it(`refuses a withdrawal without ${name}`, async () => {
      await withProvider({}, async (provider) => {
        const right = bodyOf(provider, signed)
        const { [name]: _, ...body } = right
        expect((await ask(provider, signed, { body, signedBody: right })).status).toBe(400)
      })
    })
  }

  it('repeats no secret in a refusal', async () => {
    await withProvider({}, async (provider) => {
      const { authentication } = listed
      const credential = authentication.kind === 'scheme' ? (provider.settings[authentication.setting] ?? '') : ''
      const { status, text } = await ask(provider, listed, { headers: { Authorization: credential } })
      expect(status).toBe(401)
      expect(text).not.toContain(credential)
    })
  })

  it('survives a request line and paths that are odd', async () => {
    await withProvider({}, async (provider) => {
      const { port } = new URL(provider.url)
      for (const path of ['//', '/%', '/%zz?%=%', '*']) {
        const status = await new Promise<number | undefined>((resolve, reject) => {
          request({ port, host: '127.0.0.1', path, agent: false }, (response) => resolve(response.resume().statusCode))
            .on('error', reject)
            .end()
        })
        expect(status).toBe(404)
      }
      expect((await ask(provider, listed)).status).toBe(200)
    })
  })
})

describe('signed requests', () => {
  const { authentication } = signed
  if (authentication.kind !== 'signed') throw new Error('expected a signed operation')
  const { key, timestamp, signature } = authentication

  for (const header of [key.header, timestamp.header, signature.header]) {
    it(`are refused without ${header}`, async () => {
      await withProvider({}, async (provider) => {
        const { status, text } = await ask(provider, signed, { headers: { [header]: undefined } })
        expect(status).toBe(401)
        expect(text).toContain(header)
      })
    })
  }

  for (const [name, text] of Object.entries({
    seconds: String(now).slice(0, -3),
    'a fraction': `${now}.5`,
    'ISO 8601': new Date(now).toISOString(),
    zeros: `0${now}`,
  })) {
    it(`are refused with a timestamp in ${name}`, async () => {
      await withProvider({}, async (provider) => {
        expect((await ask(provider, signed, { timestamp: text })).status).toBe(401)
      })
    })
  }

  for (const part of signature.construction.parts.filter(({ body }) => body)) {
    it(`are refused when ${part.name} is changed after signing`, async () => {
      await withProvider({}, async (provider) => {
        const signedBody = bodyOf(provider, signed)
        const body = { ...signedBody, [(part.body ?? '').slice(1)]: '2' }
        expect((await ask(provider, signed, { body, signedBody })).status).toBe(401)
      })
    })
  }

  it('are accepted whatever the layout of their JSON', async () => {
    await withProvider({}, async (provider) => {
      const text = JSON.stringify(bodyOf(provider, signed), null, 4).replace('U', '\\u0055')
      expect((await ask(provider, signed, { text })).status).toBe(200)
    })
  })
})
