import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { Changes } from '../../../engine/probes/request.ts'
import type { Seed } from '../../../engine/seed.ts'
import type { ValueAlteration } from '../../../engine/wrong-values/alteration.ts'
import { valueAlterations } from '../../../engine/wrong-values/value-alterations.ts'
import { asPreferred } from '../../answers/probe.ts'
import { freeField } from '../legal-forms/legal-forms.ts'
import { type Signer, signedBeside, signedWrongly, type WrongSignature } from '../wrong-signature.ts'

const shared = new Set(['middle-changed', 'zero-before', 'word-behind', 'space-behind', 'zeros', 'word-0'])

/** Characters that decoders drop, that comparisons ignore, or that stand for nothing. */
export const alteredSignatures: readonly ValueAlteration[] = [
  ...valueAlterations
    .filter(({ id }) => shared.has(id))
    .map((alteration) => ({ ...alteration, title: `with ${alteration.title} as its signature` })),
  {
    id: 'odd-digit',
    title: 'with a digit more behind its signature',
    alter: (right) => `${right}a`,
    lax: (given, right) => given.slice(0, -1) === right && /\w$/.test(given),
  },
  {
    id: 'no-digits-behind',
    title: 'with letters that are no digits and a percent sign behind its signature, and that once more behind a colon',
    alter: (right) => `${right} zz%:${right}`,
    lax: (given, right) => given.replace(/[^0-9a-f].*$/, '') === right,
  },
  {
    id: 'twice',
    title: 'with a list of its signature, of versions of it, and of itself',
    alter: (right) => `${right},v1=${right}, v1=${right}, ${right}`,
    lax: (given, right) => given !== right && given.split(/,\s*(?:v1=)?/).includes(right),
  },
  {
    id: 'quoted',
    title: 'with its signature in quotation marks',
    alter: (right) => `"${right}"`,
    lax: (given, right) => given !== right && given.replaceAll('"', '') === right,
  },
  {
    id: 'scheme',
    title: 'with a scheme before its signature',
    alter: (right) => `HMAC ${right}`,
    lax: (given, right) => given.replace(/^\w+ /, '') === right,
  },
]

/** Free texts that a careless target might sign differently or ignore: long ones, ones in other scripts, and ones with marks. */
const freeTexts: Readonly<Record<string, string>> = {
  // Zeros have the form of a signature: of the others only who looks at none is told. It fits into 255 bytes.
  zeros: `${'assay '.repeat(34)}Überweisung برداشت 退款 🚀`,
  truncated: 'assay '.repeat(40),
  half: `"Order 7", O'Neill & Sons; 100 %`,
  // Longer than what a guard or a gateway buffers of a body, in a well-formed request.
  'word-0': 'assay '.repeat(1500),
}

/** A request with its signature altered, and perhaps with another free text than the ordinary one, which may be refused. */
export function altered(operation: SignedOperation, id: string, named: Named, alter: Alter): WrongSignature {
  const free = freeField(operation)?.name
  const text = freeTexts[id]
  const signed = ({ seed, right }: Signer, changes: Changes = {}) => {
    const values = right(changes)
    return [{ ...values, signature: alter(values.signature, seed) }, changes] as const
  }
  if (free === undefined || text === undefined) return signedWrongly(operation, named, (signer) => signed(signer))
  const unusual = { ...named, title: `${named.title}, and with an unusual ${free}`, plainTitle: named.title, isLate: true as const }
  return signedBeside<Changes>(operation, unusual, [{ kind: { inputs: { [free]: text } } }, { kind: {} }], signed)
}

type Named = Omit<WrongSignature, 'build'>
type Alter = (signature: string, seed: Seed) => string | undefined

/** It has the form of a right one, so that it tells also who looks at none of a client that takes any answer, in a quick run too. */
const ofAnyAnswer = 'middle-changed'

export function alteredWholes(operation: SignedOperation): WrongSignature[] {
  return alteredSignatures.map(({ id, title, alter }) => {
    const named = { role: `whole.${id}`, requirement: 'whole', title, ...(id !== ofAnyAnswer && { isExtended: true as const }) } as const
    const wrong = altered(operation, id, named, alter)
    return id === ofAnyAnswer ? asPreferred(operation, 'accept-any', wrong) : wrong
  })
}
