import { attempted } from '../../language/attempted.ts'
import type { SigningInput } from '../signing.ts'
import { base32Decoded, zeroedBase64, zeroedHex } from './bases.ts'
import type { MistakeRow } from './mistake.ts'

export type MakeKey = (secret: string, input: SigningInput) => string | Buffer | undefined

export const decodedSecrets: readonly MistakeRow<MakeKey>[] = [
  [
    'decodes-hex-secret',
    'with the secret decoded from hexadecimal',
    (secret) => (isHex(secret) ? Buffer.from(secret, 'hex') : undefined),
    (secret) => Buffer.from(secret, 'hex'),
    (secret) => (isHex(secret) ? Buffer.from(secret, 'hex') : secret),
    (secret) => Buffer.from(secret.replace(/[^0-9a-f]/gi, ''), 'hex'),
    (secret) => Buffer.from(secret.replace(/^0x/i, ''), 'hex'),
    (secret) => (isHex(secret.replace(/^0x/i, '')) ? Buffer.from(secret.replace(/^0x/i, ''), 'hex') : secret),
    (secret) => (isHex(secret) ? Buffer.from(secret, 'hex') : ''),
    zeroedHex,
  ],
  [
    'decodes-base64-secret',
    'with the secret decoded from base64',
    (secret) => Buffer.from(secret, 'base64'),
    (secret) => (isBase64(secret) ? Buffer.from(secret, 'base64') : secret),
    (secret) => (isBase64(secret) ? Buffer.from(secret, 'base64') : ''),
    (secret) => Buffer.from(secret.replace(/[^a-z0-9+/]/gi, ''), 'base64'),
    pythonBase64,
    (secret) => pythonBase64(secret) ?? secret,
    (secret) => pythonBase64(secret.padEnd(Math.ceil(secret.length / 4) * 4, '=')) ?? secret,
    (secret) => (/^[\w-]+={0,2}$/.test(secret) && secret.length % 4 === 0 ? Buffer.from(secret, 'base64url') : secret),
    zeroedBase64,
  ],
]

export const rarelyDecodedSecrets: readonly MistakeRow<MakeKey>[] = [
  [
    'decodes-base64-secret-to-text',
    'with the secret decoded from base64 and read as text',
    (secret) => Buffer.from(secret, 'base64').toString(),
    (secret) => Buffer.from(secret, 'base64').toString('latin1'),
    (secret) => attempted(() => atob(secret)) ?? secret,
  ],
  [
    'decodes-hex-secret-to-text',
    'with the secret decoded from hexadecimal and read as text',
    (secret) => Buffer.from(secret, 'hex').toString(),
    (secret) => Buffer.from(secret, 'hex').toString('latin1'),
    (secret) => (isHex(secret) ? Buffer.from(secret, 'hex').toString() : secret),
    (secret) => (isHex(secret) ? Buffer.from(secret, 'hex').toString('latin1') : secret),
  ],
  ['decodes-base32-secret', 'with the secret decoded from base32', (secret) => base32Decoded(secret) ?? secret, base32Decoded],
]

function isHex(text: string): boolean {
  return /^([0-9a-f]{2})+$/i.test(text)
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[a-z0-9+/]*={0,2}$/i.test(text)
}

/** Python drops what is no base64 digit, and refuses wrong padding. */
function pythonBase64(text: string): Buffer | undefined {
  const kept = text.replace(/[^a-z0-9+/=]/gi, '')
  return kept.replace(/=+$/, '').length % 4 !== 1 && kept.length % 4 === 0 ? Buffer.from(kept, 'base64') : undefined
}
