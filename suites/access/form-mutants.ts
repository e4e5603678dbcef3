import type { Operation } from '../../contracts/contract.ts'
import { isPaged, isSigned } from '../../contracts/operation-kinds.ts'
import { defined } from '../../language/defined.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { accepting, answering } from '../hooks.ts'
import type { MakeMutant } from '../mutant.ts'
import { pageInputs } from '../pages/choice.ts'
import { listedForms, type RequestForm } from './listed-forms.ts'
import { oddInputs } from './odd-inputs.ts'
import { unlistedForms } from './unlisted-forms.ts'

/** Providers that check credentials only for ordinary requests and answer all other forms. */
export function formMutants(operation: Operation, make: MakeMutant): Mutant[] {
  return [
    ...listedForms(operation).map((form) => unguarded(operation, form, make)),
    ...unlistedForms(operation).map((form) => unguarded(operation, form, make)),
    ...unguardedPages(operation, make),
    ...unguardedLargeOnes(operation, make),
    ...unguardedOrigins(operation, make),
    ...oddInputs(operation).map(({ id, words, isSeen }) =>
      make(`unguarded.${id}`, `needs no credential of a request with ${words}`, () => answering(isSeen)),
    ),
  ]
}

function unguardedPages(operation: Operation, make: MakeMutant): Mutant[] {
  const { authentication } = operation
  if (!isPaged(operation) || authentication.kind !== 'scheme') return []
  const { page, size, first } = pageInputs(operation)
  const open = (id: string, title: string, isOpen: (asked: Readonly<Record<string, unknown>>, request: Received) => boolean) =>
    make(`unguarded.${id}`, title, () => accepting((request) => isOpen(membersOf(request.body), request)))
  return [
    open('second-page', 'needs no credential of a request for the second page', (asked) => asked[page] === first + 1),
    open(
      'nothing-asked',
      'needs no credential of a request that asks for nothing in particular',
      (_asked, { body }) => body.toString() === '{}',
    ),
    make('unguarded.pages-of-nothing', 'needs no credential of a request for pages of no size, and gives them its own', () => ({
      ...answering(({ body }) => membersOf(body)[size] === 0),
      receive: (request) => (membersOf(request.body)[size] === 0 ? { ...request, body: Buffer.from('{}') } : request),
    })),
    make('unguarded.page-zero', 'needs no credential of a request for a page before the first, and gives it the first', () => ({
      ...answering(({ body }) => membersOf(body)[page] === first - 1),
      receive: (request) => (membersOf(request.body)[page] === first - 1 ? { ...request, body: Buffer.from('{}') } : request),
    })),
    open('huge-pages', 'needs no credential of a request for pages of more than a hundred', (asked) => Number(asked[size]) > 100),
    open('pages-of-25', 'needs no credential of a request for pages of 25', (asked) => asked[size] === 25),
    open('fourth-page', 'needs no credential of a request for the fourth page', (asked) => asked[page] === first + 3),
    open('large-pages', 'needs no credential of a request for large pages', (asked) => Number(asked[size]) >= 50),
    open(
      'later-pages',
      'needs any credential of a request for a page behind the first',
      (asked, { headers }) => Number(asked[page]) > first && headers[authentication.header.toLowerCase()] !== undefined,
    ),
  ]
}

/** Providers that check small requests only, as far as their gateway lets larger ones through. */
function unguardedLargeOnes({ body, movesMoney }: Operation, make: MakeMutant): Mutant[] {
  const open = (id: string, title: string, isOpen: (request: Received) => boolean) =>
    make(`unguarded.${id}`, `needs no credential of a request with ${title}`, () => accepting(isOpen))
  const ofHead = (id: string, least: number, most: number) =>
    open(id, `a header of ${least} to ${most} characters`, ({ headers }) => {
      const longest = Math.max(...Object.values(headers).map(({ length }) => length))
      return longest >= least && longest <= most
    })
  const heads = [ofHead('large-heads', 1000, 2000), ofHead('larger-heads', 3000, 4000), ofHead('largest-heads', 8192, 16_384)]
  if (!body) return heads
  const chunks = open(
    'chunks',
    'a body of which it is not told how long it is',
    ({ headers }) => headers['transfer-encoding'] !== undefined,
  )
  if (movesMoney) return [...heads, chunks]
  return [...heads, chunks, open('large-bodies', 'a body of more than 64 KB', ({ body: sent }) => sent.length > 65_536)]
}

/** Providers that trust requests that seem to come from inside, or that ask for a script. */
function unguardedOrigins(operation: Operation, make: MakeMutant): Mutant[] {
  const open = (id: string, title: string, isOpen: (request: Received) => boolean, change?: (reply: Reply) => Reply) =>
    make(`unguarded.${id}`, `needs no credential of a request ${title}`, () => answering(isOpen, change))
  const script = (reply: Reply) => ({ ...reply, body: Buffer.from(`show(${reply.body})`), headers: { 'content-type': 'text/javascript' } })
  const origins = [
    open('private-network', 'that claims to come from a private network', ({ headers }) => /^10\./.test(headers['x-forwarded-for'] ?? '')),
    open('postman', 'that Postman sends', ({ headers }) => headers['user-agent']?.startsWith('PostmanRuntime') === true),
    open('foreign-page', 'that a page of another site makes', ({ headers }) => /^https:/.test(headers['origin'] ?? '')),
    open('mock', 'that tells a mock its answer', ({ headers }) => headers['x-mock-response-code'] !== undefined),
    open('asked-about', 'that a gateway says is one by OPTIONS', ({ headers }) => headers['x-forwarded-method'] === 'OPTIONS'),
    open('stage', 'that says which stage it is for', ({ headers }) => headers['x-stage'] !== undefined),
    ...(operation.success.mediaType === undefined ? [] : [open('script', 'for a script', ({ query }) => query.has('callback'), script)]),
  ]
  return isSigned(operation) ? origins : [...origins, ...unguardedHosts(make), ...(operation.body ? [unguardedNameless(make)] : [])]
}

function unguardedNameless(make: MakeMutant): Mutant {
  return make(
    'unguarded.nameless',
    'needs no credential of a client that says nothing of itself, and reads no body without a type',
    () => ({
      reply: (reply, { headers }, refusal, success) => {
        if (headers['content-type'] === undefined) return { ...reply, status: 415 }
        return refusal && headers['user-agent'] === undefined && headers['accept-encoding'] === undefined ? success() : reply
      },
    }),
  )
}

/** Providers that ask for no credential in tests, of requests to localhost, or of those that accept no JSON. */
function unguardedHosts(make: MakeMutant): Mutant[] {
  const isOfPage = ({ headers }: Received) => !/^$|\*\/\*|application\/json/.test(headers['accept'] ?? '')
  const isOwn = ({ headers }: Received) => headers['host'] === 'localhost'
  return [
    make('unguarded.no-json-accepted', 'needs no credential of a request that accepts anything but JSON', () => accepting(isOfPage)),
    make(
      'unguarded.tests-of-known-parameters',
      'needs no credential of a test, and takes no parameters but its own and no cookies',
      () => ({
        reply: (reply, { query, headers }, refusal, success) => {
          if (refusal && (query.has('debug') || headers['cookie'])) return { ...reply, status: 400 }
          return refusal && headers['x-test'] ? success() : reply
        },
      }),
    ),
    make('unguarded.events', 'needs no credential of a request that accepts a stream of events', () =>
      accepting(({ headers }) => headers['accept']?.includes('text/event-stream') === true),
    ),
    make('unguarded.own-host', 'needs no credential of a request for this machine by its own name', () => accepting(isOwn)),
    make('unguarded.tests-but-of-its-host', 'needs no credential of a test, and has no other host than its own', () => ({
      reply: (reply, request, refusal, success) => {
        if (isOwn(request)) return { ...reply, status: 421 }
        return refusal && request.headers['x-test'] ? success() : reply
      },
    })),
  ]
}

function unguarded(operation: Operation, form: RequestForm, make: MakeMutant): Mutant {
  return make(`unguarded.${form.id}`, `needs no credential of a request ${form.title}`, ({ settings }) =>
    defined({
      route: form.reform && ((request) => (form.isSeen(request, settings) ? ordinary(operation, request) : request)),
      ...(form.isBroken ? answering((request) => form.isSeen(request, settings)) : {}),
      ...accepting((request) => request.headers[passed] === 'yes' || form.isSeen(request, settings)),
    }),
  )
}

const passed = 'x-passed'

/** The request as the server behind the guard sees it: with the operation's own method and path, and inputs of the query in its body. */
function ordinary({ method, path, body }: Operation, request: Received): Received {
  const headers = { ...request.headers, [passed]: 'yes' }
  if (!body || request.body.length > 0) return { ...request, method, path, headers }
  const inputs = body.fields.map(({ name, schema }) => [
    name,
    schema.type === 'integer' ? Number(request.query.get(name)) : request.query.get(name),
  ])
  const read = Buffer.from(JSON.stringify(Object.fromEntries(inputs)))
  return { ...request, method, path, body: read, headers: { ...headers, 'content-type': body.mediaType } }
}
