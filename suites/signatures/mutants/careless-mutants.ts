import { isField, partInHeader } from '../../../contracts/construction.ts'
import type { SignedHeaders } from '../../../contracts/contract.ts'
import { requestFields } from '../../../contracts/fields.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { partValue, type SigningInput, sign, withPart } from '../../../contracts/signing.ts'
import { signedInput } from '../../../provider/judgement/signature.ts'
import type { Mutant, MutantContext } from '../../../provider/mutant.ts'
import type { Received } from '../../../provider/received.ts'
import { isAscii } from '../../../text/ascii.ts'
import { isDecodable } from '../../../text/percent.ts'
import { forgiving } from '../../hooks.ts'
import type { MakeMutant } from '../../mutant.ts'
import { inheritedNames, type MissingValue, missingValues } from '../headers/missing-values.ts'
import { inOrderOfBody, positioned } from '../parts/positions.ts'
import { lineSignature } from '../parts/request-line.ts'
import { textParts, trims } from '../parts/spaced-parts.ts'
import { spelledParts } from '../parts/spelled-parts.ts'
import { claimMutants } from './claim-mutants.ts'
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

/** Also accepts a signature over the request as it misreads it; a key that it signs as it came is read as bytes. */
function taking(
  authentication: SignedHeaders,
  { settings }: MutantContext,
  takes: MissingValue['takes'],
  isTaken: (request: Received) => boolean = () => true,
) {
  const { header, construction } = authentication.signature
  const key = partInHeader(construction, authentication.key.header)
  const isRead = ({ values }: SigningInput) => key === undefined || isAscii(partValue(values, key.name))
  const isSigned = (request: Received) => {
    const [given, input] = [receivedHeader(request, header), signedInput(authentication, settings, request)]
    return takes.map((take) => take(input)).some((taken) => isRead(taken) && sign(construction, taken) === given)
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
