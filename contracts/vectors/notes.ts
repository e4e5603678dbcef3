/** What a flag of a vector stands for: the kind of bug that it finds, and why that happens. */
export interface Note {
  readonly bugType: string
  readonly description: string
}

/** Every flag of the vectors, each explained once. */
export const notes = {
  Ordinary: { bugType: 'BASIC', description: 'Plain values, as most requests have them.' },
  TrailingZeros: {
    bugType: 'MODIFIED_PARAMETER',
    description:
      'The amount is signed as the string that is sent. Turned into a number and back it loses its zeros, and the signature with them.',
  },
  ManyDecimals: { bugType: 'MODIFIED_PARAMETER', description: 'The amount has more decimals than a double, or a fixed format, can keep.' },
  LargeAmount: { bugType: 'MODIFIED_PARAMETER', description: 'The amount is beyond 2^53, or prints with an exponent once it is a number.' },
  AddressForm: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'Addresses are signed as they are sent: neither their case nor their prefix is changed, whatever the chain.',
  },
  AssetForm: { bugType: 'MODIFIED_PARAMETER', description: 'The asset is signed as it is sent: its case and punctuation stay.' },
  NonAscii: { bugType: 'ENCODING', description: 'Text is signed as its UTF-8 bytes. Latin-1, UTF-16 or escapes give other bytes.' },
  Normalisation: { bugType: 'ENCODING', description: 'The same word composed and decomposed: different bytes, so different signatures.' },
  UrlCharacters: { bugType: 'ENCODING', description: 'Characters that a URL or a form would escape. Nothing is escaped before signing.' },
  WhiteSpace: { bugType: 'MODIFIED_PARAMETER', description: 'White space at an end or within is part of the value. Nothing is trimmed.' },
  JsonEscapes: {
    bugType: 'ENCODING',
    description: 'The value has characters that JSON escapes. What is signed is the value, not its escapes.',
  },
  Directives: {
    bugType: 'ENCODING',
    description: 'The value has characters that a shell, printf, a template or HTML would read. They stand for themselves.',
  },
  SecretLength: {
    bugType: 'EDGE_CASE',
    description: 'HMAC pads a key up to the block of the hash (64 bytes) and hashes a longer one first.',
  },
  SecretForm: {
    bugType: 'WRONG_KEY',
    description: 'The secret looks like hexadecimal, base64 or a number. Its text is the key: it is not decoded.',
  },
  TimestampForm: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'The timestamp is signed as it stands in its header, in milliseconds, with every digit.',
  },
  LeadingZero: { bugType: 'ENCODING', description: 'The signature begins with zeros. Printed as a big integer it loses them.' },
  MovableBoundary: {
    bugType: 'SIGNATURE_MALLEABILITY',
    description:
      'The parts are joined without separators, so two different requests can have one signature. That is a property of the construction: ' +
      'both are valid. Whoever verifies must take each value from its own place and never from the joined text.',
  },
  MissingPart: { bugType: 'MISSING_STEP', description: 'A part is left out, so that it could be changed after signing.' },
  WrongTimestamp: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'Another time, or another form of it, is signed than the one that is sent.',
  },
  WrongOrder: { bugType: 'WRONG_CONSTRUCTION', description: 'The right parts in another order.' },
  NotPlain: {
    bugType: 'WRONG_CONSTRUCTION',
    description: 'Something is added to the plain concatenation, or another text stands in its place.',
  },
  NotVerbatim: { bugType: 'MODIFIED_PARAMETER', description: 'A value is normalised before it is signed.' },
  WrongDigest: { bugType: 'WRONG_PRIMITIVE', description: 'Another hash, or a hash without a key. The latter can be made by anyone.' },
  WrongKey: { bugType: 'WRONG_KEY', description: 'The key is not the secret as it is.' },
  WrongEncoding: { bugType: 'ENCODING', description: 'The right bytes in another encoding than lower-case hexadecimal.' },
  OpenCase: { bugType: 'CAN_OF_WORMS', description: 'Not what the source states; whether a service accepts it all the same is open.' },
} as const satisfies Readonly<Record<string, Note>>

export type Flag = keyof typeof notes
