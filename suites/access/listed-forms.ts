import type { Operation } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isPaged, type PagedOperation } from '../../contracts/operation-kinds.ts'
import { allowsTexts } from '../../contracts/schemas/schema-parts.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { keepsConfigured } from '../../engine/money/money.ts'
import { type Changes, type Inputs, ordinaryInputs } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { lastChanged, rotated } from '../../engine/wrong-values/alteration.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import { largestAsked, pageInputs } from '../pages/choice.ts'
import { withAccept, withContentType } from './edited-request.ts'

/** What decides which of several forms is tried. */
export type Choice = Pick<Builder, 'seed' | 'contract'>

type Reform = (request: SentRequest, choice: Choice) => SentRequest

/** A form of a request, in which wrong credentials have to be refused as in the ordinary one. */
export interface RequestForm {
  /** Stable: part of a check's id. */
  readonly id: string
  /** How the request is formed, in words that complete "a request without a credential …". */
  readonly title: string
  /** Other values of what the source lists. */
  readonly changes?: (target: Target) => Changes
  /** A form that the source does not list. */
  readonly reform?: Reform
  /** The same with ever less that a gateway may refuse before it checks credentials: each follows if the one before is refused differently. */
  readonly plainly?: readonly Reform[]
  /** Why it is not sent to a target. */
  readonly omitted?: (target: Target) => string | undefined
  /** True if no right answer exists: a provider without a guard in this place simply returns the payload. */
  readonly isBroken?: true
  readonly isOfOneValue?: true
  /** True if the credential's header is empty rather than missing. */
  readonly isBlank?: true
  /** True for a request of this form, in which a lax provider asks for no credential. */
  readonly isSeen: (request: RequestSeen, settings: Readonly<Record<string, string>>) => boolean
}

export type RequestSeen = Pick<Received, 'method' | 'path' | 'query' | 'headers' | 'body'>

/** The forms that a run sends anyway: another page, without optional inputs, other values, a body that is not JSON. */
export function listedForms(operation: Operation): RequestForm[] {
  return [...pageForm(operation), ...barestForm(operation), ...unknownForms(operation), ...brokenForm(operation), ...farPageForm(operation)]
}

function pageForm(operation: Operation): RequestForm[] {
  if (!isPaged(operation)) return []
  const { page, size, first } = pageInputs(operation)
  return [
    {
      id: 'next-page',
      title: 'for a page behind the first two, of another size',
      changes: () => ({ inputs: { [page]: first + 2, [size]: 1 } }),
      isSeen: ({ body }) => membersOf(body)[page] === first + 2 && membersOf(body)[size] === 1,
    },
  ]
}

/** What a wrong value asks for, and something less unusual to ask for if that is refused for itself. */
export interface OtherPage {
  readonly changes: (target: Target) => Changes
  readonly nearer?: (target: Target) => Changes
}

/**
 * What wrong values ask for where pages can be asked for: a guard may stand before the first page of one list alone. Other wrong values ask for
 * the ordinary page, since any of these may be refused for itself. The first are for values in the form of the right one: the second page, as a
 * small one, a large one far away, of another list, and nothing in particular. The fourth holds records, which refusals may disclose.
 */
export function otherPages(operation: Operation): OtherPage[] {
  if (!isPaged(operation)) return []
  const { page, size, filter, first, largest } = pageInputs(operation)
  const asking = (inputs: Inputs): OtherPage => ({ changes: () => ({ inputs }) })
  const sized = (most: number) => Math.min(most, largest)
  const far = farPage(operation)
  const nothing = { [page]: undefined, [size]: undefined }
  const another = (name: string, change: (text: string) => string, inputs?: Inputs): OtherPage => ({
    changes: (target) => ({ inputs: { ...inputs, [name]: change(String(ordinaryInputs(operation, target)[name])) } }),
    ...(inputs && { nearer: () => ({ inputs }) }),
  })
  return [
    asking({ [page]: first + 1, [size]: 1 }),
    filter === undefined ? asking(far) : another(filter, rotated, far),
    asking(filter === undefined ? nothing : { ...nothing, [filter]: undefined }),
    asking({ [size]: sized(100) }),
    asking({ [page]: first + 1, [size]: sized(50) }),
    asking({ [size]: 0 }),
    asking({ [page]: first - 1 }),
    ...(filter === undefined ? [] : [another(filter, lastChanged)]),
  ]
}

/** A page beyond every list, larger than usual ones, in another spelling of its type: three things at once that a guard may not expect. */
function farPageForm(operation: Operation): RequestForm[] {
  if (!isPaged(operation) || operation.movesMoney) return []
  const { page } = pageInputs(operation)
  const far = farPage(operation)
  return [
    {
      id: 'far-page',
      title: 'for a page beyond every list, larger than usual ones, with a charset',
      isBlank: true,
      changes: () => ({ inputs: far }),
      reform: (request) => withContentType(withAccept(request, undefined), (type) => `${type}; charset=utf-8`),
      isSeen: ({ body, headers }) => membersOf(body)[page] === far[page] || /charset/i.test(headers['content-type'] ?? ''),
    },
  ]
}

function farPage(operation: PagedOperation): Inputs {
  const { page, size, first, largest } = pageInputs(operation)
  return { [page]: first + farAway, [size]: Math.min(largestAsked, largest) }
}

const farAway = 4096

function barestForm(operation: Operation): RequestForm[] {
  const open = requestInputs(operation).filter(({ required }) => !required)
  if (open.length === 0) return []
  // What is asked for is only left out if nothing else can be: few targets answer without it.
  const spare = open.filter(({ value }) => !('setting' in value))
  const optional = (spare.length > 0 ? spare : open).map(({ name }) => name)
  return [
    {
      id: 'barest',
      title: `without ${optional.join(', ')}`,
      changes: () => ({ inputs: Object.fromEntries(optional.map((name) => [name, undefined])) }),
      isSeen: ({ query, body: sent }) => optional.every((name) => !query.has(name) && !(name in membersOf(sent))),
    },
  ]
}

/** Another value of the same kind as the configured one or the one in the path; if money would move, only on this machine; none for a list. */
function unknownForms(operation: Operation): RequestForm[] {
  const spare = operation.pagination ? requestInputs(operation).filter(({ required, value }) => !required && !('setting' in value)) : []
  const none = Object.fromEntries(spare.map(({ name }) => [name, undefined]))
  return requestInputs(operation).flatMap(({ name, value, schema, ...place }) => {
    const isInPath = 'in' in place && place.in === 'path'
    const isOne = ('setting' in value || isInPath) && (schema.enum ?? schema.const) === undefined
    if (!isOne || !allowsTexts(schema) || schema.format === 'decimal') return []
    // What moves money is looked at before its signature is: another value has the form of the right one.
    const otherThan = operation.movesMoney ? lastChanged : rotated
    const otherOf = (settings: Readonly<Record<string, string>>) =>
      otherThan('setting' in value ? settingValue(settings, value.setting) : String(value.value))
    return [
      {
        id: `other-${name}`,
        isOfOneValue: true as const,
        title: `with another ${name}`,
        changes: (target: Target) => ({ inputs: { ...none, [name]: otherThan(String(ordinaryInputs(operation, target)[name])) } }),
        omitted: (target: Target) => keepsConfigured(operation, target),
        isSeen: ({ path, query, body }: RequestSeen, settings: Readonly<Record<string, string>>) =>
          isInPath
            ? path.split('/').includes(encodeURIComponent(otherOf(settings)))
            : (query.get(name) ?? membersOf(body)[name]) === otherOf(settings),
      },
    ]
  })
}

function brokenForm(operation: Operation): RequestForm[] {
  if (!operation.body) return []
  return [
    {
      id: 'no-json',
      title: 'with a body that is no JSON',
      changes: () => ({ write: (fields) => JSON.stringify(fields).slice(0, -1) }),
      omitted: (target) => keepsConfigured(operation, target),
      isBroken: true,
      isSeen: ({ body: sent, headers }) => sent.length > 0 && !isCoded({ headers }) && !sent.toString().slice(-9).trimEnd().endsWith('}'),
    },
  ]
}

/** True for a body whose bytes say nothing of its fields. */
export function isCoded({ headers }: Pick<RequestSeen, 'headers'>): boolean {
  return headers['content-encoding'] !== undefined
}
