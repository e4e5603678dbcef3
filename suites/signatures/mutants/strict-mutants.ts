import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { sign, withPart } from '../../../contracts/signing.ts'
import { refuse } from '../../../provider/judgement/refusals.ts'
import { signedInput } from '../../../provider/judgement/signature.ts'
import type { Hooks, Mutant, MutantContext } from '../../../provider/mutant.ts'
import { membersOf, type Received, textNamed } from '../../../provider/received.ts'
import { forgiving } from '../../hooks.ts'
import { mutant } from '../../mutant.ts'
import { isUnsent } from '../headers/claims.ts'
import { freeField } from '../legal-forms/legal-forms.ts'
import { receivedHeader } from './header-mutants.ts'

/** Providers that first refuse what they do not know, or what is too long, and then are lax: what goes beside a wrong signature hides that. */
export function strictMutants(operation: SignedOperation): Mutant[] {
  const { authentication, body } = operation
  if (!body) return []
  const { signature } = authentication
  const known = new Set(body.fields.map(({ name }) => name))
  const isOpen = ({ body: sent }: Received) => Object.keys(membersOf(sent)).some((name) => !known.has(name))
  const closed = (id: string, title: string, caughtBy: readonly string[], isTaken: IsTaken): Mutant =>
    mutant(operation, {
      id: `signature.fields-first.${id}`,
      title: `refuses fields that it does not know, and then accepts ${title}`,
      caughtBy: caughtBy.map((check) => `signature.${check}`),
      hooks: (context) => refusingFirst(isOpen, 'It has a field that is not known.', accepting(operation, context, isTaken)),
    })
  const unsent = signature.construction.parts.find(isUnsent)
  return [
    closed('cut-first', 'a signature without its first character', ['whole.cut-first'], (given, { right }) => given === right.slice(1)),
    closed(
      'in-query',
      'a signature that stands in the query',
      ['place.signature-alone', 'place.body', 'whole.cut-first'],
      (_given, { right, request }) => request.query.get(signature.header) === right,
    ),
    ...(unsent
      ? [
          closed(
            'upper-case',
            `a signature over ${unsent.name} in upper case`,
            [`signs.${unsent.name}.in-upper-case`],
            (given, { over }) => given === over(unsent.name, (value) => value.toUpperCase()),
          ),
        ]
      : []),
    ...longTextsFirst(operation),
  ]
}

function longTextsFirst(operation: SignedOperation): Mutant[] {
  const free = freeField(operation)?.name
  if (free === undefined) return []
  const isLong = (request: Received) => (textNamed(request, free) ?? '').length > longest
  return [
    mutant(operation, {
      id: 'signature.texts-first',
      title: `refuses a ${free} of more than ${longest} characters, and then accepts a zero as a signature`,
      caughtBy: ['signature.whole.word-0'],
      hooks: (context) =>
        refusingFirst(
          isLong,
          `${free}: it is too long.`,
          accepting(operation, context, (given) => given === '0'),
        ),
    }),
  ]
}

const longest = 255

/** Refuses such requests before anything else: the reference provider looks for the signed headers first. */
function refusingFirst(isRefused: (request: Received) => boolean, message: string, { authenticate }: Hooks): Hooks {
  return { authenticate: (decision, request) => (isRefused(request) ? refuse('body', message) : authenticate?.(decision, request)) }
}

interface Right {
  readonly right: string
  readonly request: Received
  /** The signature where a part has another value. */
  readonly over: (part: string, change: (value: string) => string) => string
}

type IsTaken = (given: string, right: Right) => boolean

function accepting({ authentication }: SignedOperation, { settings }: MutantContext, isTaken: IsTaken): Hooks {
  const { header, construction } = authentication.signature
  return forgiving(['signature', 'header'], (request) => {
    const input = signedInput(authentication, settings, request)
    const over: Right['over'] = (part, change) => sign(construction, withPart(input, part, change(input.values[part] ?? '')))
    return isTaken(receivedHeader(request, header) ?? '', { right: sign(construction, input), request, over })
  })
}
