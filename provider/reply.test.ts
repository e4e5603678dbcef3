import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { send } from './reply.ts'

describe('a reply', () => {
  it.each([{}, { coding: 'gzip' } as const])('keeps the content coding that a mutant says, true or not: %j', (transport) => {
    const seen: unknown[] = []
    const response = { writeHead: (_: number, headers: unknown) => seen.push(headers), end: (body: Buffer) => seen.push(String(body)) }
    const reply = { status: 200, headers: { 'content-encoding': 'packed' }, body: Buffer.from('{}') }
    send(reply, response as unknown as ServerResponse, transport, 'gzip')
    expect(seen).toEqual([expect.objectContaining({ 'content-encoding': 'packed' }), '{}'])
  })
})
