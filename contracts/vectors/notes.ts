/** What a flag of a vector stands for: the kind of bug that it finds, and why that happens. */
export interface Note {
  readonly bugType: string
  readonly description: string
}

/** Every flag of the vectors, each explained once. */
export const notes = {
  Ordinary: note('BASIC', 'Plain values, as most requests have them.'),
  TrailingZeros: note(
    'MODIFIED_PARAMETER',
    'The amount is signed as the string that is sent. Turned into a number and back it loses its zeros, and the signature with them.',
  ),
  ManyDecimals: note('MODIFIED_PARAMETER', 'The amount has more decimals than a double, or a fixed format, can keep.'),
  LargeAmount: note('MODIFIED_PARAMETER', 'The amount is beyond 2^53, or prints with an exponent once it is a number.'),
  AddressForm: note(
    'MODIFIED_PARAMETER',
    'Addresses are signed as they are sent: neither their case nor their prefix is changed, whatever the chain.',
  ),
  AssetForm: note('MODIFIED_PARAMETER', 'The asset is signed as it is sent: its case and punctuation stay.'),
  NonAscii: note('ENCODING', 'Text is signed as its UTF-8 bytes. Latin-1, UTF-16 or escapes give other bytes.'),
  Normalisation: note('ENCODING', 'The same word composed and decomposed: different bytes, so different signatures.'),
  UrlCharacters: note('ENCODING', 'Characters that a URL or a form would escape. Nothing is escaped before signing.'),
  WhiteSpace: note('MODIFIED_PARAMETER', 'White space at an end or within is part of the value. Nothing is trimmed.'),
  JsonEscapes: note('ENCODING', 'The value has characters that JSON escapes. What is signed is the value, not its escapes.'),
  Directives: note('ENCODING', 'The value has characters that a shell, printf, a template or HTML would read. They stand for themselves.'),
  SecretLength: note('EDGE_CASE', 'HMAC pads a key up to the block of the hash (64 bytes) and hashes a longer one first.'),
  SecretForm: note('WRONG_KEY', 'The secret looks like hexadecimal, base64 or a number. Its text is the key: it is not decoded.'),
  TimestampForm: note('MODIFIED_PARAMETER', 'The timestamp is signed as it stands in its header, in milliseconds, with every digit.'),
  LeadingZero: note('ENCODING', 'The signature begins with zeros. Printed as a big integer it loses them.'),
  MovableBoundary: note(
    'SIGNATURE_MALLEABILITY',
    'The parts are joined without separators, so two different requests can have one signature. That is a property of the construction: ' +
      'both are valid. Whoever verifies must take each value from its own place and never from the joined text.',
  ),
  MissingPart: note('MISSING_STEP', 'A part is left out, so that it could be changed after signing.'),
  WrongTimestamp: note('MODIFIED_PARAMETER', 'Another time, or another form of it, is signed than the one that is sent.'),
  WrongOrder: note('WRONG_CONSTRUCTION', 'The right parts in another order.'),
  NotPlain: note('WRONG_CONSTRUCTION', 'Something is added to the plain concatenation, or another text stands in its place.'),
  NotVerbatim: note('MODIFIED_PARAMETER', 'A value is normalised before it is signed.'),
  WrongDigest: note('WRONG_PRIMITIVE', 'Another hash, or a hash without a key. The latter can be made by anyone.'),
  WrongKey: note('WRONG_KEY', 'The key is not the secret as it is.'),
  WrongEncoding: note('ENCODING', 'The right bytes in another encoding than lower-case hexadecimal.'),
  OpenCase: note('CAN_OF_WORMS', 'Not what the source states; whether a service accepts it all the same is open.'),
} satisfies Readonly<Record<string, Note>>

function note(bugType: string, description: string): Note {
  return { bugType, description }
}

export type Flag = keyof typeof notes
