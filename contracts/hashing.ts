import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto'

export function hashed(hash: string, ...parts: readonly (string | Buffer)[]): Buffer {
  return parts.reduce((digest, part) => digest.update(part), createHash(hash)).digest()
}

/** Node takes four times as long for a key in bytes as for the key object made of them. */
export function hmac(hash: string, key: string | Buffer | KeyObject, message: string | Buffer): Buffer {
  return createHmac(hash, Buffer.isBuffer(key) ? createSecretKey(key) : key)
    .update(message)
    .digest()
}
