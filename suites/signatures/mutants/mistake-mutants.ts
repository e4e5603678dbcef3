import { fieldOfPart, isTextField } from '../../../contracts/construction.ts'
import type { Contract, Operation } from '../../../contracts/contract.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import type { Mistake } from '../../../contracts/mistakes/mistakes.ts'
import { isSigned, type SignedOperation } from '../../../contracts/operation-kinds.ts'
import { sign } from '../../../contracts/signing.ts'
import { type Changes, signingInput } from '../../../engine/probes/request.ts'
import { refuse } from '../../../provider/judgement/refusals.ts'
import { signedInput as receivedInput } from '../../../provider/judgement/signature.ts'
import type { Mutant } from '../../../provider/mutant.ts'
import { membersOf, type Received } from '../../../provider/received.ts'
import { percentDecoded } from '../../../text/percent.ts'
import { acceptedBy, simulatedClient } from '../../access/simulation.ts'
import { mutant } from '../../mutant.ts'
import { formRole } from '../legal-forms/form-requests.ts'
import { explainingMistakes, type LegalForm, legalForms, possibleMistakes, sampleTime, shownAs } from '../legal-forms/legal-forms.ts'
import { oddValues } from '../legal-forms/odd-values.ts'
import { chosenMistakes } from '../mistakes/chosen.ts'
import { type SignedForm, signedForm } from '../mistakes/shown-forms.ts'
import { allWrongSignatures } from '../probe.ts'

/** Providers that make each mistake of the catalogue, in addition to the right construction or instead of it. */
export function mistakeMutants(contract: Contract, operation: Operation): Mutant[] {
  if (!isSigned(operation) || !operation.body) return []
  const named = forms(contract, operation)
  const isShown = (mistake: Mistake) => named.some(({ input, right }) => ![undefined, '', right].includes(mistake.sign(input)))
  const tried = chosenMistakes(operation).filter((mistake) => !mistake.open && isShown(mistake))
  const wrong = allWrongSignatures(contract, operation)
  const acceptedOf = (hooks: Mutant['hooks']) => acceptedBy(contract, operation, hooks, wrong).map((role) => `signature.${role}`)
  const insteadOf = (mistake: Mistake): Mutant => {
    const hooks = verifying(mistake, 'instead')
    return mutant(operation, {
      id: `signature.instead.${mistake.id}`,
      title: `accepts, instead of the right signature, that of a signer that signs ${mistake.title}`,
      caughtBy: () => [
        ...refusedRight(named, mistake),
        ...oddlyRefused(contract, operation, mistake).map((form) => `signature.${formRole(form)}`),
        ...acceptedOf(hooks),
      ],
      hooks,
    })
  }
  const besides = tried.map((mistake) => {
    const hooks = verifying(mistake, 'beside')
    return mutant(operation, {
      id: `signature.beside.${mistake.id}`,
      title: `accepts, beside the right signature, that of a signer that signs ${mistake.title}`,
      caughtBy: () => acceptedOf(hooks),
      hooks,
    })
  })
  return [...besides, ...[...tried, ...oddMistakes(operation)].map(insteadOf), ...decoding(operation)]
}

function decoding(operation: SignedOperation): Mutant[] {
  const parts = operation.authentication.signature.construction.parts.filter((part) => isTextField(part) && part.kind !== 'decimal')
  const odd = new Set(oddValues(operation).flatMap(({ forms }) => forms.map(({ id }) => id)))
  const caughtBy = parts.map(({ name }) => `odd-${kebab(name)}`).filter((id) => odd.has(id))
  if (caughtBy.length === 0) return []
  const textsOf = (request: Received) => parts.map((part) => String(membersOf(request.body)[fieldOfPart(part) ?? ''] ?? ''))
  return [
    mutant(operation, {
      id: 'signature.decodes-first',
      title: 'decodes what it is sent as from a URL, before it looks at the signature and at the rest',
      caughtBy: caughtBy.map((id) => `signature.${formRole(id)}`),
      hooks: () => ({
        receive: (request) => ({ ...request, body: Buffer.from(percentDecoded(request.body.toString())) }),
        authenticate: (decision, request) =>
          decision ?? (textsOf(request).every((text) => /^\w*$/.test(text)) ? undefined : refuse('body', 'A text holds odd characters.')),
      }),
    }),
  ]
}

/** One mistake of each kind that only odd values reveal. */
function oddMistakes(operation: SignedOperation): Mistake[] {
  const isOfEach =
    /-(cut-to-8-decimals|trimmed-at-start|in-nfd|cut-to-64|before-hyphen|behind-colon|strictly-url-encoded|json-ascii-escaped|html-decoded|latin-1|double-utf-8)$/
  const all = oddValues(operation).flatMap(({ forms }) => forms.flatMap((form) => possibleMistakes(operation, form)))
  return [...new Set(all)].filter(({ id }) => isOfEach.test(id))
}

/** The odd values for which the right signature is refused and the mistaken one accepted. */
function oddlyRefused(contract: Contract, operation: SignedOperation, mistake: Mistake): string[] {
  const { target } = simulatedClient(contract)
  const { construction } = operation.authentication.signature
  const ordinary = signingInput(operation, target, sampleTime)
  if (mistake.sign(ordinary) !== sign(construction, ordinary)) return []
  const inputOf = (changes: Changes) => signingInput(operation, target, sampleTime, changes)
  const isRefused = (form: LegalForm): boolean => {
    const odd = inputOf(form.changes(target))
    if (mistake.sign(odd) === sign(construction, odd)) return false
    return explainingMistakes(operation, target, form).some((other) => {
      const shown = inputOf(shownAs(form, other, target))
      return other.sign(shown) === mistake.sign(shown)
    })
  }
  return oddValues(operation).flatMap(({ forms }) => forms.filter(isRefused).map(({ id }) => id))
}

/** The checks that see the right signature refused: on every right request, or only on the forms where the mistake gives another signature. */
function refusedRight(named: readonly NamedForm[], mistake: Mistake): string[] {
  const differs = named.filter(({ input, right }) => mistake.sign(input) !== right).map(({ name }) => name)
  return differs.includes('ordinary') ? ['accepted'] : differs.map((name) => `signature.variety.${name}`)
}

function verifying(mistake: Mistake, how: 'beside' | 'instead'): Mutant['hooks'] {
  return ({ operation: { authentication }, settings }) => ({
    authenticate: (decision, request) => {
      if (authentication.kind !== 'signed' || (decision && decision.kind !== 'signature')) return decision
      const { header } = authentication.signature
      const made = mistake.sign(receivedInput(authentication, settings, request))
      const matches = made !== undefined && made !== '' && request.headers[header.toLowerCase()] === made
      if (matches) return undefined
      if (how === 'beside' || decision) return decision
      return { kind: 'signature', message: `${header}: found another value than expected.` }
    },
  })
}

type NamedForm = SignedForm & { readonly name: string }

/** The ordinary request, and the legal forms on which mistakes show that do not show on the ordinary one. */
function forms(contract: Contract, operation: SignedOperation): NamedForm[] {
  const { target } = simulatedClient(contract)
  const made = (name: string, changes: Changes) => ({ name, ...signedForm(operation, target, changes) })
  return [made('ordinary', {}), ...legalForms(operation).map(({ id, changes }) => made(id, changes(target)))]
}
