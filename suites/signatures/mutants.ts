import type { Contract, Operation, SignedHeaders } from '../../contracts/contract.ts'
import { isSigned, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { sign } from '../../contracts/signing.ts'
import { signedInput } from '../../provider/judgement/signature.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import { type Received, textNamed } from '../../provider/received.ts'
import { refusedWithPayload, tellingMutant, tellingSome } from '../access/disclosing-mutants.ts'
import { formMutants } from '../access/form-mutants.ts'
import { forwardedHeaders } from '../access/forwarded-claims.ts'
import { acceptedBy } from '../access/simulation.ts'
import { plainReaders } from '../answers/plain-readers.ts'
import { forgiving, onSuccess, remembering } from '../hooks.ts'
import { mutant, mutantsOfArea } from '../mutant.ts'
import { alteredSignatures } from './headers/altered-signatures.ts'
import { freeField } from './legal-forms/legal-forms.ts'
import { carelessMutants } from './mutants/careless-mutants.ts'
import { headerMutants, receivedHeader } from './mutants/header-mutants.ts'
import { malformedMutants } from './mutants/malformed-mutants.ts'
import { misplacedMutants } from './mutants/misplaced-mutants.ts'
import { rareMutants } from './mutants/rare-mutants.ts'
import { stateMutants } from './mutants/state-mutants.ts'
import { strictMutants } from './mutants/strict-mutants.ts'
import { allWrongSignatures } from './probe.ts'
import { replays } from './replays.ts'
import type { WrongSignature } from './wrong-signature.ts'

/** What a lax provider looks at: the signature as given (undefined without the header) and the right one. */
interface Compared {
  readonly given: string
  readonly right: string
}

/** Providers that are lax about the signed headers: the key, the timestamp, and the signature as a whole. */
export function signatureMutants(contract: Contract, operation: Operation): Mutant[] {
  if (!isSigned(operation)) return []
  const { authentication } = operation
  const wrong = allWrongSignatures(contract, operation)
  const caughtBy = (hooks: Mutant['hooks']) => acceptedBy(contract, operation, hooks, wrong).map((role) => `signature.${role}`)
  const make = mutantsOfArea(operation, 'signature', caughtBy)
  const remembers = make('remembers-signatures', 'accepts a signature again that it accepted for something else', () =>
    rememberingSignatures(authentication),
  )
  return [
    ...comparisons().map(([id, title, accepts]) => make(id, title, (context) => comparing(authentication, context, accepts))),
    make('compares-nothing', 'compares no signature at all', () => forgiving(['signature'])),
    make('ignores-signed-headers', 'looks at none of the signed headers', () => forgiving(['header', 'key', 'signature'])),
    make('compares-first-only', 'compares the signature until one was right', () => remembering(['signature'], () => 'any')),
    tellingMutant(operation, 'signature', wrong),
    ...tellingSome(operation, 'signature'),
    remembers,
    ...rememberingOne(operation, remembers, wrong),
    ...headerMutants(authentication, make),
    ...misplacedMutants(contract, operation, make),
    ...carelessMutants(operation, make),
    ...malformedMutants(contract, operation),
    ...rareMutants(operation, make),
    ...stateMutants(operation, make),
    ...strictMutants(operation),
    ...formMutants(operation, make),
    ...refusedWithPayload(operation, caughtBy),
    ...plainReaders(operation, 'signature', (form) => `variety.${form}`),
    ...breakingAtText(operation),
    ...tellingSecret(contract, operation),
  ]
}

/** Tell the key to whoever signs with it, or to those who ask for something else. */
function tellingSecret({ operations }: Contract, operation: SignedOperation): Mutant[] {
  const { key } = operation.authentication.signature.construction
  const telling = (id: string, title: string, write = (secret: string) => secret) =>
    mutant(operation, {
      id: `signature.tells-secret-${id}`,
      title: `answers with the secret key in ${title}`,
      caughtBy: ['signature.secret'],
      hooks: ({ settings }) => onSuccess((reply) => ({ ...reply, headers: { ...reply.headers, 'x-key': write(settings[key] ?? '') } })),
    })
  const inHeader = telling('in-header', 'a header')
  const others = operations.filter((other) => !isSigned(other))
  return [
    inHeader,
    telling('in-base64', 'a header, in base64', btoa),
    ...others.map(({ id }) => ({
      ...inHeader,
      name: `${id}.tells-secret-of-${operation.id}`,
      title: `answers with the secret key of ${operation.id} in a header`,
      operation: id,
    })),
  ]
}

/** What ends a text in SQL, in a `printf` pattern, in JSON assembled by hand, and at the end of a line. */
const breaking = { apostrophe: "'", 'quotation-mark': '"', percent: '%', backslash: '\\', 'line-break': '\n', emoji: '🚀' } as const

function breakingAtText(operation: SignedOperation): Mutant[] {
  const free = freeField(operation)
  if (!free) return []
  const at = (id: string, title: string, isBreaking: (text: string) => boolean) =>
    mutant(operation, {
      id: `breaks-down-at.${id}`,
      title: `breaks down where ${free.name} ${title}`,
      caughtBy: ['accepted'],
      hooks: () =>
        onSuccess((reply, request) =>
          isBreaking(textNamed(request, free.name) ?? '') ? { ...reply, status: 500, body: Buffer.alloc(0) } : reply,
        ),
    })
  return [
    ...Object.entries(breaking).map(([name, mark]) => at(name, `holds one mark: ${name}`, (text) => text.includes(mark))),
    at('length', 'has more than 255 characters', ({ length }) => length > 255),
  ]
}

type Comparison = readonly [id: string, title: string, accepts: (compared: Compared) => boolean]

function comparisons(): Comparison[] {
  const long = (accepts: (compared: Compared) => boolean) => (both: Compared) => both.given.length >= 8 && accepts(both)
  return [
    ['compares-first-8', 'compares the first 8 characters', long(({ given, right }) => given.slice(0, 8) === right.slice(0, 8))],
    ['compares-first-32', 'compares the first 32 characters', long(({ given, right }) => given.slice(0, 32) === right.slice(0, 32))],
    ['compares-what-was-sent', 'compares as much as was sent', long(({ given, right }) => right.startsWith(given))],
    ['compares-what-is-right', 'compares as much as it expects', long(({ given, right }) => given.startsWith(right))],
    ['compares-last-8', 'compares the last 8 characters', long(({ given, right }) => given.slice(-8) === right.slice(-8))],
    ...[12, 1].map((count): Comparison => {
      const around = (text: string) => text.slice(0, (64 - count + 1) >> 1) + text.slice((64 + count + 1) >> 1)
      const accepts = ({ given, right }: Compared) => given.length === right.length && around(given) === around(right)
      return [`compares-all-but-${count}`, `compares all but ${count} in the middle`, accepts]
    }),
    ['finds-it-anywhere', 'looks for the right signature anywhere in the header', ({ given, right }) => given.includes(right)],
    ['compares-end', 'compares the end, as much as was sent', long(({ given, right }) => right.endsWith(given))],
    ['accepts-empty', 'accepts an empty signature', ({ given }) => given === ''],
    ...alteredSignatures.map(
      ({ id, title, lax }): Comparison => [`accepts-${id}`, `accepts a request ${title}`, ({ given, right }) => lax(given, right)],
    ),
  ]
}

function comparing(authentication: SignedHeaders, { settings }: MutantContext, accepts: (compared: Compared) => boolean): Hooks {
  const { construction, header } = authentication.signature
  const isAccepted = (request: Received) => {
    const right = sign(construction, signedInput(authentication, settings, request))
    return accepts({ given: receivedHeader(request, header) ?? '', right })
  }
  // The seed chooses what surrounds the right signature in a forwarded request.
  return forgiving(['signature'], (request) => !isForwarded(request) && isAccepted(request))
}

function isForwarded({ headers }: Received): boolean {
  return forwardedHeaders.every(([name, value]) => headers[name] === value)
}

/** Providers that remember one signature: of the checks that catch one that remembers all, some replay the first one, and the others the last. */
function rememberingOne(operation: SignedOperation, all: Mutant, wrong: readonly WrongSignature[]): Mutant[] {
  const ofFirst = new Set(replays(operation).flatMap(({ role, isOfFirst }) => (isOfFirst ? [role] : [])))
  const byFirst = new Set(wrong.flatMap(({ role, sentAs = role }) => (ofFirst.has(sentAs) ? [`signature.${role}`] : [])))
  const checks = () => all.caughtBy.map((check) => check.slice(operation.id.length + 1))
  return (['first', 'last'] as const).map((which) =>
    mutant(operation, {
      id: `signature.remembers-${which}-signature`,
      title: `accepts the signature that it accepted ${which} for something else`,
      caughtBy: () => checks().filter((check) => byFirst.has(check) === (which === 'first')),
      hooks: () =>
        rememberingSignatures(operation.authentication, (accepted) => (which === 'first' ? accepted.slice(0, 1) : accepted.slice(-1))),
    }),
  )
}

function rememberingSignatures({ signature }: SignedHeaders, kept?: Parameters<typeof remembering>[2]): Hooks {
  return remembering(['signature'], (request) => receivedHeader(request, signature.header), kept)
}
