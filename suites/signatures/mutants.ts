import type { Contract, Operation, SignedHeaders, SignedPart } from '../../contracts/contract.ts'
import { schemaAt } from '../../contracts/fields.ts'
import { mistakes } from '../../contracts/mistakes.ts'
import { sign } from '../../contracts/signing.ts'
import { isFixed } from '../../contracts/violations.ts'
import { isSigned } from '../../engine/request.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import type { Refusal } from '../../provider/refusals.ts'
import { signingInput } from '../../provider/signature.ts'
import { mutant } from '../mutant.ts'
import { refusedWithPayload } from '../payload-mutants.ts'
import { headerMutants, headerOf } from './header-mutants.ts'
import { misplaced } from './misplaced.ts'
import { misplacedMutants } from './misplaced-mutants.ts'
import { shownMistakes } from './mistake-mutants.ts'
import type { SignedOperation } from './variations.ts'

/** What a lax provider looks at: the signature as given (undefined without the header) and the right one. */
interface Compared {
  readonly given: string
  readonly right: string
}

/** Providers that are lax about the signed headers: the key, the timestamp, and the signature as a whole. */
export function signatureMutants(contract: Contract, operation: Operation, settings: Readonly<Record<string, string>>): Mutant[] {
  if (!isSigned(operation)) return []
  const { authentication } = operation
  const checks = checkIds(contract, operation, settings)
  const make = (id: string, title: string, caughtBy: readonly string[], hooks: Mutant['hooks']) =>
    mutant(operation, { id: `signature.${id}`, title, caughtBy: caughtBy.map((check) => `signature.${check}`), hooks })
  return [
    ...compared(authentication).map(([id, title, caughtBy, accepts]) =>
      make(id, title, caughtBy, (context) => comparing(authentication, context, accepts)),
    ),
    make('compares-nothing', 'compares no signature at all', checks.wrongSignature, () => forgiving(['signature'])),
    make('ignores-signed-headers', 'looks at none of the signed headers', checks.all, () => forgiving(['header', 'key', 'signature'])),
    make('compares-first-only', 'compares the signature until one was right', checks.wrongSignature, () => onceRight()),
    make('remembers-signatures', 'accepts a signature again that it accepted for something else', checks.replayed, () =>
      rememberingSignatures(authentication),
    ),
    ...headerMutants(authentication, make),
    ...misplacedMutants(contract, operation, make),
    ...refusedWithPayload(operation, () => checks.all.map((check) => `signature.${check}`)),
  ]
}

/** The checks of a signed operation, by what a provider would have to be lax about. */
function checkIds(contract: Contract, operation: SignedOperation, settings: Readonly<Record<string, string>>) {
  const { body } = operation
  const { signature, timestamp } = operation.authentication
  const { parts } = signature.construction
  const changeable = ({ body: field, header }: SignedPart) =>
    field ? !isFixed(body && schemaAt(body.schema, field)) : header === timestamp.header
  const replayed = parts.filter(changeable).map(({ name }) => `replayed.${name}`)
  const shown = body ? shownMistakes(body, signature.construction, settings) : []
  const wrongSignature = [
    'whole.truncated',
    'whole.half',
    'whole.extended',
    'whole.first-changed',
    'whole.last-changed',
    'whole.empty',
    ...parts.map(({ name }) => `tampered.${name}`),
    ...shown,
    ...replayed,
  ]
  const keys = ['none', 'other', 'ignored', 'altered-case', 'truncated', 'extended'].map((id) => `key-id.${id}`)
  return {
    replayed,
    wrongSignature,
    all: ['whole.none', 'timestamp.none', ...misplaced(contract, operation).map(({ id }) => id), ...keys, ...wrongSignature],
  }
}

type Comparison = readonly [id: string, title: string, caughtBy: readonly string[], accepts: (compared: Compared) => boolean]

function compared({ signature }: SignedHeaders): Comparison[] {
  const prefixed = mistakes(signature.construction)
    .map(({ id }) => id)
    .filter((id) => id.startsWith('prefixes-') && signature.construction.encoding === 'hex')
  const beginning = ['whole.truncated', 'whole.half', 'whole.extended', 'whole.last-changed']
  const long = (accepts: (compared: Compared) => boolean) => (both: Compared) => both.given.length >= 8 && accepts(both)
  return [
    ['compares-first-8', 'compares the first 8 characters', beginning, long(({ given, right }) => given.slice(0, 8) === right.slice(0, 8))],
    [
      'compares-first-32',
      'compares the first 32 characters',
      beginning,
      long(({ given, right }) => given.slice(0, 32) === right.slice(0, 32)),
    ],
    [
      'compares-what-was-sent',
      'compares as much as was sent',
      ['whole.truncated', 'whole.half'],
      long(({ given, right }) => right.startsWith(given)),
    ],
    ['compares-what-is-right', 'compares as much as it expects', ['whole.extended'], long(({ given, right }) => given.startsWith(right))],
    [
      'compares-last-8',
      'compares the last 8 characters',
      ['whole.first-changed', ...prefixed],
      long(({ given, right }) => given.slice(-8) === right.slice(-8)),
    ],
    [
      'finds-it-anywhere',
      'looks for the right signature anywhere in the header',
      ['whole.extended', ...prefixed],
      ({ given, right }) => given.includes(right),
    ],
    ['accepts-empty', 'accepts an empty signature', ['whole.empty'], ({ given }) => given === ''],
  ]
}

function comparing({ signature }: SignedHeaders, { settings, operation }: MutantContext, accepts: (compared: Compared) => boolean): Hooks {
  const { authentication } = operation
  return {
    authenticate: (decision, request) => {
      if (decision?.kind !== 'signature' || authentication.kind !== 'signed') return decision
      const right = sign(signature.construction, signingInput(authentication, settings, request))
      return accepts({ given: headerOf(request, signature.header) ?? '', right }) ? undefined : decision
    },
  }
}

function forgiving(kinds: readonly Refusal['kind'][]): Hooks {
  return { authenticate: (decision) => (decision && kinds.includes(decision.kind) ? undefined : decision) }
}

function onceRight(): Hooks {
  let right = false
  return {
    authenticate: (decision) => {
      if (!decision) right = true
      return right && decision?.kind === 'signature' ? undefined : decision
    },
  }
}

function rememberingSignatures({ signature }: SignedHeaders): Hooks {
  const seen = new Set<string>()
  return {
    authenticate: (decision, request) => {
      const given = headerOf(request, signature.header) ?? ''
      if (!decision) seen.add(given)
      return decision?.kind === 'signature' && seen.has(given) ? undefined : decision
    },
  }
}
