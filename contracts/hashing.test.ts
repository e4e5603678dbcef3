import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { hmac } from './hashing.ts'

it('makes an HMAC as Node does, of every hash, key and message', () => {
  const lengths = [0, 1, 63, 64, 65, 127, 128, 129, 5000]
  const texts = lengths.flatMap((length) => ['é'.repeat(length), Buffer.alloc(length, 0xf3), '\ud800漢'.repeat(length)])
  for (const name of ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'SHA256'])
    for (const key of texts)
      for (const message of texts)
        expect(
          hmac(name, key, message).equals(createHmac(name, key).update(message).digest()),
          `${name} ${key.length} ${message.length}`,
        ).toBe(true)
})
