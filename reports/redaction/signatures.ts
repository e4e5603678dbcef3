import type { Contract } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { rightSignatures } from '../../engine/client/disclosure.ts'
import type { Secret } from '../../engine/client/transport/connection.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Target } from '../../engine/target.ts'

/**
 * The signatures that were sent, right and wrong, and those that would have been right, each with its own number. A right one tells who guesses
 * a secret that the guess is right, and so does a digest that a mistake makes of secrets: no output shows one whole.
 */
export function signaturesOf({ operations }: Contract, { settings }: Target, exchanges: readonly Exchange[]): Secret[] {
  const signing = operations.filter(isSigned)
  const headers = new Set(signing.map(({ authentication }) => authentication.signature.header.toLowerCase()))
  const signed = new Set(signing.map(({ id }) => id))
  const values = exchanges.flatMap(({ operation, request: { url, headers: fields, body } }) => {
    const own = fields.filter(([name]) => headers.has(name.toLowerCase())).map(([, value]) => value)
    if (own.length === 0 && !signed.has(operation)) return []
    const others = [url, ...fields.map(([, value]) => value), body?.toString('latin1') ?? ''].flatMap((text) => text.match(digests) ?? [])
    return [...own.filter(({ length }) => length >= shortest), ...others]
  })
  const right = exchanges.flatMap(({ operation, request }) =>
    signing.filter(({ id }) => id === operation).flatMap((each) => rightSignatures(each, settings, request)),
  )
  return [...new Set([...values, ...right])].map((value, at) => ({ name: `signature ${at + 1}`, value }))
}

/** A text without the numbers of signatures, which each report counts by itself, so that two reports can be compared. */
export function unnumbered(text: string): string {
  return text.replace(/«signature \d+/g, '«signature')
}

/** Anything shorter is no digest. */
const shortest = 16

const digests = /\b[0-9a-f]{56,128}\b/gi
