import { fieldOfPart, isField, isWholeField, type SignedPart } from '../../../contracts/construction.ts'
import type { SignedHeaders } from '../../../contracts/contract.ts'
import { requestFields } from '../../../contracts/fields.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { partValue, sign, withPart } from '../../../contracts/signing.ts'
import { type Received, textNamed } from '../../../provider/exchange.ts'
import { signedInput } from '../../../provider/judgement/signature.ts'
import type { Mutant, MutantContext } from '../../../provider/mutant.ts'
import { isDecodable } from '../../../text/percent.ts'
import { algorithmHeaders } from '../../access/forwarded-claims.ts'
import { forgiving, type MakeMutant } from '../../mutant.ts'
import { namesIn, namesOfAlgorithm, namesOfSecret } from '../headers/claims.ts'
import { inheritedNames, type MissingValue, missingValues } from '../headers/missing-values.ts'
import { inOrderOfBody, positioned } from '../parts/positions.ts'
import { lineSignature } from '../parts/request-line.ts'
import { textParts, trims } from '../parts/spaced-parts.ts'
import { spelledParts } from '../parts/spelled-parts.ts'
import { alsoTaking, receivedHeader } from './header-mutants.ts'

/** Providers that change a part before they verify it, or put a word in place of a missing one. */
export function carelessMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
  const { authentication, body } = operation
  const fields = requestFields({ body }).map(({ name }) => name)
  const parts = textParts(operation)
  return [
    ...spelledParts(operation).map(({ id, part, spelling, read, isSent }) =>
      make(`reads.${id}`, `signs ${part.name} ${isSent ? 'as if it were not' : ''} ${spelling.title}`.replace(/ +/g, ' '), (context) =>
        taking(authentication, context, [
          (input) => withPart(input, part.name, read(partValue(input.values, part.name), knownOf(operation, context, part.name))),
        ]),
      ),
    ),
    ...parts.flatMap(({ name }) =>
      trims.map(([id, title, read]) =>
        make(`reads.${name}.${id}`, `signs ${name} ${title}`, (context) =>
          taking(authentication, context, [(input) => withPart(input, name, read(partValue(input.values, name)))]),
        ),
      ),
    ),
    make('reads.by-position', 'takes the fields that it signs by where they stand', (context) =>
      taking(authentication, context, [(input) => ({ ...input, values: positioned(fields, parts, input) })]),
    ),
    make('reads.in-order-of-body', 'signs its fields in the order of the body', (context) =>
      taking(authentication, context, [(input) => ({ ...input, values: inOrderOfBody(parts, input) })]),
    ),
    ...claimMutants(operation, make),
    make('undecodable', 'accepts a signature that it fails to decode', () =>
      forgiving(['signature'], (request) => !isDecodable(receivedHeader(request, authentication.signature.header) ?? '')),
    ),
    make(
      'signs-request-line',
      'takes a signature over the request line and the body as well',
      alsoTaking(authentication, ({ secret }, request) => {
        const sent = { ...request, url: `http://127.0.0.1${request.path}` }
        return [lineSignature(operation, secret, receivedHeader(request, authentication.timestamp.header) ?? '', sent)]
      }),
    ),
    ...missingValues(operation).map((nothing) =>
      make(`takes-nothing.${nothing.id}`, `accepts a request ${nothing.title}`, (context) =>
        taking(authentication, context, nothing.takes, (request) => isLacking(authentication, context, nothing, request)),
      ),
    ),
    make('finds-inherited-key', 'looks a key up in what every object of JavaScript has', (context) =>
      taking(
        authentication,
        context,
        missingValues(operation).flatMap(({ lacks, takes }) => (lacks === 'own key' ? takes : [])),
        (request) => inheritedNames.some((name) => name === receivedHeader(request, authentication.key.header)),
      ),
    ),
  ]
}

/** Also accepts a signature over the request as it misreads it. */
function taking(
  authentication: SignedHeaders,
  { settings }: MutantContext,
  takes: MissingValue['takes'],
  isTaken: (request: Received) => boolean = () => true,
) {
  const { header, construction } = authentication.signature
  const isSigned = (request: Received) => {
    const [given, input] = [receivedHeader(request, header), signedInput(authentication, settings, request)]
    return takes.some((take) => sign(construction, take(input)) === given)
  }
  return forgiving(['signature', 'key', 'header', 'timestamp'], (request) => isTaken(request) && isSigned(request))
}

function isLacking(
  { key, timestamp }: SignedHeaders,
  { settings }: MutantContext,
  { lacks, isEmpty }: MissingValue,
  request: Received,
): boolean {
  const [given, time] = [receivedHeader(request, key.header), receivedHeader(request, timestamp.header)]
  if (lacks === 'key') return given === (isEmpty ? '' : undefined)
  if (lacks === 'timestamp') return time === undefined
  return lacks === 'nothing' ? given === settings[key.setting] : given !== undefined && given !== settings[key.setting]
}

function knownOf({ body, authentication }: SignedOperation, { settings }: MutantContext, name: string): string {
  const part = authentication.signature.construction.parts.find((each) => each.name === name)
  const source = body?.fields.find((field) => part && isField(part, field.name))?.value
  const setting = part?.setting ?? (source && 'setting' in source ? source.setting : undefined)
  return setting === undefined ? '' : (settings[setting] ?? '')
}

/** Providers that let a client choose what they should know themselves. */
function claimMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
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
      signingFound(operation, parts, (request, part) => find(request, fieldOfPart(part) ?? '')),
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
      return spelling.isClaimed && names.length > 0 ? [make(`${part.name}-by-${place}`, title, signingFound(operation, [part], found))] : []
    })
  })
}

/** Signs what it finds for these parts, where it finds it. */
function signingFound(
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
