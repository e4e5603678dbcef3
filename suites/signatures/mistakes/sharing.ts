import { isTextField } from '../../../contracts/construction.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { WrongSignature } from '../wrong-signature.ts'
import { alike, includedId, repeatedByFree } from './chosen.ts'

/** A wrong request that is sent, and another one that the same request can serve. */
type Pair = readonly [sent: string, shared: string]

/** Wrong requests that can be one and the same request are sent once, under one of their roles. */
export function sharing(operation: SignedOperation, all: readonly WrongSignature[]): WrongSignature[] {
  const pairs = pairsOf(operation)
  const paired = new Set(pairs.flat())
  const byRole = new Map(all.map((wrong) => [wrong.role, wrong]))
  const found = (id = '') => byRole.get(id)
  return all.map((wrong) => {
    if (!paired.has(wrong.role)) return wrong
    const sentAs = pairs.find(([, shared]) => shared === wrong.role)?.[0]
    if (sentAs !== undefined && found(sentAs)) return { ...wrong, sentAs }
    const shared = found(pairs.find(([sent]) => sent === wrong.role)?.[1])
    return shared ? atOnce(wrong, shared) : wrong
  })
}

/** Sends the shared request where the target allows it, else the request itself. */
function atOnce(wrong: WrongSignature, shared: WrongSignature): WrongSignature {
  return { ...wrong, build: (client, sent) => (shared.omitted?.(client.target) === undefined ? shared : wrong).build(client, sent) }
}

/**
 * The changed value of a part may be what a careless server reads; swapped fields are signed in the swapped order; a free text may stand
 * before or behind what it repeats; and a compact, sorted body does not change when it is serialised again.
 */
function pairsOf(operation: SignedOperation): Pair[] {
  const { parts } = operation.authentication.signature.construction
  const [free, other] = alike(operation)
  const [one, next] = parts.filter(isTextField).map(({ name }) => kebab(name))
  return [
    ...parts.map(({ name, kind, unit }): Pair => {
      if (unit) return [`tampered.${name}`, unit === 'seconds' ? 'signs-milliseconds' : 'signs-seconds']
      const spelled = kind === 'decimal' ? `signs-${kebab(name)}-as-integer` : `signs-${kebab(name)}-in-lower-case`
      return [`tampered.${name}`, kind === undefined ? `signs.${name}.in-lower-case` : spelled]
    }),
    ...parts.map(({ name }): Pair => [`signs-${kebab(name)}-with-two-decimals`, `signs-${kebab(name)}-as-number`]),
    ...parts.map(({ name }): Pair => [`signs-${kebab(name)}-with-6-decimals`, `signs.${name}.with-trailing-zero`]),
    ...(free !== undefined && other !== undefined ? [[includedId(other), includedId(free)] as const] : []),
    ...(repeatedByFree(operation) ? [['signs-all-fields', 'signs-all-fields-in-place'] as const] : []),
    [`swaps-${one}-${next}`, 'signs.by-position'],
    ['key-id.other', 'key-id.middle-changed'],
    ['whole.extended', 'whole.odd-digit'],
    ['whole.word-behind', 'whole.no-digits-behind'],
    ['signs-body', 'signs-sorted-body'],
    ['signs-body', 'signs-reserialised-body'],
    ['signs-headers-and-body', 'signs-headers-and-reserialised-body'],
  ]
}
