import { hash } from 'node:crypto'

/** The SHA-256 of bytes or of a text's UTF-8, in hexadecimal. */
export function sha256(content: Buffer | string): string {
  return hash('sha256', content)
}
