import { fieldOfPart, isWholeField, type SignedPart } from '../../../contracts/construction.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { sign } from '../../../contracts/signing.ts'
import type { Mutant } from '../../../provider/mutant.ts'
import { type Received, textNamed } from '../../../provider/received.ts'
import { algorithmHeaders } from '../../access/forwarded-claims.ts'
import { forgiving } from '../../hooks.ts'
import type { MakeMutant } from '../../mutant.ts'
import { namesIn, namesOfAlgorithm, namesOfSecret } from '../headers/claims.ts'
import { spelledParts } from '../parts/spelled-parts.ts'
import { alsoTaking, receivedHeader } from './header-mutants.ts'

/** Providers that let a client choose what they should know themselves. */
export function claimMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
  return [
    ...algorithmMutants(operation, make),
    ...secretMutants(operation, make),
    ...fieldMutants(operation, make),
    ...partMutants(operation, make),
  ]
}

function algorithmMutants({ authentication }: SignedOperation, make: MakeMutant): Mutant[] {
  const { construction, header } = authentication.signature
  return [
    ...namesOfAlgorithm(header).map((name) =>
      make(
        `algorithm-by-${name}`,
        `takes the algorithm that ${name} names`,
        alsoTaking(authentication, (input, request) => {
          const hash = receivedHeader(request, name)
          return hash !== undefined && hashes.has(hash) ? [sign({ ...construction, hash }, input)] : []
        }),
      ),
    ),
    ...[algorithmHeaders[0], `${header}-method`].map((name, index) =>
      make(index === 0 ? 'algorithm-none' : 'method-none', `looks at no signature where ${name} says that there is none`, () =>
        forgiving(['signature'], (request) => receivedHeader(request, name) === 'none'),
      ),
    ),
  ]
}

function fieldMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
  const parts = operation.authentication.signature.construction.parts.filter(isWholeField)
  return fieldFinders.map(([place, words, find]) =>
    make(
      `fields-by-${place}`,
      `takes the fields that it signs from ${words} where they stand there`,
      taking(operation, parts, (request, part) => find(request, fieldOfPart(part) ?? '')),
    ),
  )
}

function secretMutants({ authentication }: SignedOperation, make: MakeMutant): Mutant[] {
  return placeFinders.map(([place, words, find]) =>
    make(
      `secret-by-${place}`,
      `takes the secret from ${words} where it finds one`,
      alsoTaking(authentication, (input, request) => {
        const names = place === 'header' ? namesOfSecret.headers : namesOfSecret.members
        const [secret] = names.flatMap((name) => find(request, name) ?? [])
        return secret === undefined ? [] : [sign(authentication.signature.construction, { ...input, secret })]
      }),
    ),
  )
}

function partMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
  return spelledParts(operation).flatMap(({ part, spelling }) => {
    const { headers, members } = namesIn(operation, part)
    return placeFinders.flatMap(([place, words, find]) => {
      const names = place === 'header' ? headers : members
      const title = `takes ${part.name} from ${words} where it finds one`
      const found = (request: Received) => names.flatMap((name) => find(request, name) ?? [])[0]
      return spelling.isClaimed && names.length > 0 ? [make(`${part.name}-by-${place}`, title, taking(operation, [part], found))] : []
    })
  })
}

/** Signs what it finds for these parts, where it finds it. */
function taking(
  { authentication }: SignedOperation,
  parts: readonly SignedPart[],
  find: (request: Received, part: SignedPart) => string | undefined,
): Mutant['hooks'] {
  return alsoTaking(authentication, (input, request) => {
    const found = parts.flatMap((part) => {
      const value = find(request, part)
      return value === undefined ? [] : [[part.name, value] as const]
    })
    const values = { ...input.values, ...Object.fromEntries(found) }
    return [sign(authentication.signature.construction, { ...input, values })]
  })
}

type Finder = readonly [place: string, words: string, find: (request: Received, name: string) => string | undefined]

const placeFinders: readonly Finder[] = [
  ['header', 'a header', (request, name) => receivedHeader(request, name)],
  ['member', 'the body', textNamed],
  ['parameter', 'the query', ({ query }, name) => query.get(name) ?? undefined],
]

const fieldFinders: readonly Finder[] = [
  ['query', 'the query', ({ query }, name) => query.get(name) ?? undefined],
  // As found by a regular expression that does not understand JSON.
  [
    'first-mention',
    'its first mention in the body',
    ({ body }, name) => new RegExp(`"${name}"\\s*:\\s*"([^"]*)"`).exec(body.toString('utf8'))?.[1],
  ],
]

const hashes: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha384', 'sha512'])
