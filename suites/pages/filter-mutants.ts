import type { Operation, Pagination } from '../../contracts/contract.ts'
import { inputAt } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { injection } from '../../engine/wrong-values/stand-ins.ts'
import { withValue } from '../../provider/edits.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { onSuccess, refusingOnce } from '../hooks.ts'
import { type MakeCaught, mutantMaker, seenByObserving } from '../mutant.ts'

/** Providers that take a value near the right one for the right one, and answer its records. */
export function filterMutants(operation: Operation, { filter, page, total }: Pagination): Mutant[] {
  const input = filter && operation.body?.fields.find(({ name }) => name === inputAt(filter.request))
  if (!input || !('setting' in input.value)) return []
  const { setting } = input.value
  const make = mutantMaker(operation)
  const taking = (id: string, title: string, isTaken: (given: string, right: string, asked: number) => boolean) =>
    make(`pages.filter-${id}`, title, 'pages.filter', ({ settings }) => {
      const right = settingValue(settings, setting)
      let asked = 0
      return {
        receive: (request) => {
          asked += 1
          return rewritten(request, filter.request, (given) => (isTaken(given, right, asked) ? right : given))
        },
      }
    })
  return [
    taking('by-prefix', 'looks for what begins with the value', (given, right) => given !== '' && right.startsWith(given)),
    taking('by-ending', 'looks for what ends with the value', (given, right) => given !== '' && right.endsWith(given)),
    taking('but-the-first', 'compares all but the first character', (given, right) => given.slice(1) === right.slice(1)),
    taking(
      'by-pattern',
      'takes the value for a pattern of SQL',
      (pattern, right) => pattern.length === right.length && [...pattern].every((each, index) => each === '_' || each === right[index]),
    ),
    taking('by-query', 'puts a query of SQL together with the value', (given) => given.endsWith(injection)),
    taking('in-a-list', 'takes the value for a list of several', (given, right) => given.split(',').includes(right)),
    taking('by-its-length', 'compares as many characters as its own value has', (given, right) => given.startsWith(right)),
    taking('as-number', 'compares values as numbers', (given, right) => Number(given) === Number(right)),
    make('pages.filter-but-for-zero', 'takes a value of zero for none', 'pages.filter', () => ({
      receive: (request) => rewritten(request, filter.request, (given) => (given === '0' ? undefined : given)),
    })),
    taking('or-else-its-own', 'answers its own records for what it does not know', () => true),
    taking(
      'by-prefix-later',
      'looks for what begins with the value, after ten requests',
      (given, right, asked) => asked > 10 && given !== '' && right.startsWith(given),
    ),
    make('pages.filter-with-escapes', 'looks for the value as it is written, escapes and all', 'pages.total', () => ({
      receive: (request) => ({ ...request, body: Buffer.from(request.body.toString().replaceAll('\\u', '\\\\u')) }),
    })),
    ...textMutants(make, total),
    seenByObserving(
      make('pages.filter-by-page', 'answers the records of all where no page is asked for', 'pages.filter', () => ({
        receive: (request) =>
          valueAtPointer(membersOf(request.body), page.request) !== undefined
            ? request
            : rewritten(request, filter.request, () => undefined),
      })),
    ),
  ]
}

/** Providers that answer a page of text to some of the requests for values near the right one. */
function textMutants(make: MakeCaught, total: string): Mutant[] {
  const answering = (id: string, title: string, isText: (reply: Reply, request: Received) => boolean) =>
    make(`pages.filter-${id}`, `answers a page of text ${title}`, ['media-type', 'json'], () =>
      onSuccess((reply, request) => (isText(reply, request) ? { ...reply, ...pageOfText } : reply)),
    )
  return [
    answering('page-of-text', 'where it has no records', (reply) => valueAtPointer(membersOf(reply.body), total) === 0),
    answering('page-of-charset', 'to a body that names its charset', (_reply, request) => namesCharset(request)),
    make('pages.filter-charset-once', 'refuses the first body that names its charset, and no other', 'accepted', () =>
      refusingOnce(namesCharset),
    ),
  ]
}

function namesCharset({ headers }: Received): boolean {
  return headers['content-type']?.includes('charset') === true
}

const pageOfText = { headers: { 'content-type': 'text/html' }, body: Buffer.from('<p>There are no records.</p>') }

function rewritten(request: Received, pointer: string, change: (given: string) => string | undefined): Received {
  const body = membersOf(request.body)
  const given = valueAtPointer(body, pointer)
  return typeof given === 'string' ? { ...request, body: Buffer.from(JSON.stringify(withValue(body, pointer, change(given)))) } : request
}
