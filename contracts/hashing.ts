import { createHash, createHmac } from 'node:crypto'

export function hashed(hash: string, ...parts: readonly (string | Buffer)[]): Buffer {
  return parts.reduce((digest, part) => digest.update(part), createHash(hash)).digest()
}

export function hmac(hash: string, key: string | Buffer, message: string | Buffer): Buffer {
  return createHmac(hash, key).update(message).digest()
}
