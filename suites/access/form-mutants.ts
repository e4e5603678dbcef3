import type { Operation } from '../../contracts/contract.ts'
import { hasScheme, isPaged, isSigned } from '../../contracts/operation-kinds.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
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
  const unguarded: MakeMutant = (id, title, hooks) => make(`unguarded.${id}`, `needs no credential of ${title}`, hooks)
  return [
    ...[...listedForms(operation), ...unlistedForms(operation)].map((form) => ofForm(operation, form, unguarded)),
    ...ofPages(operation, unguarded),
    ...laterPages(operation, make),
    ...ofLargeOnes(operation, unguarded),
    ...ofOrigins(operation, unguarded),
    ...oddInputs(operation).map(({ id, words, isSeen }) => unguarded(id, `a request with ${words}`, () => answering(isSeen))),
  ]
}

function ofPages(operation: Operation, make: MakeMutant): Mutant[] {
  if (!isPaged(operation) || !hasScheme(operation)) return []
  const { page, size, first } = pageInputs(operation)
  const asking = (id: string, title: string, isOpen: (asked: Readonly<Record<string, unknown>>) => boolean) =>
    make(id, `a request ${title}`, () => accepting(({ body }) => isOpen(membersOf(body))))
  const corrected = (id: string, title: string, input: string, value: number) =>
    make(id, `a request for ${title}`, () => ({
      ...answering(({ body }) => membersOf(body)[input] === value),
      receive: (request) => (membersOf(request.body)[input] === value ? { ...request, body: Buffer.from('{}') } : request),
    }))
  return [
    asking('second-page', 'for the second page', (asked) => asked[page] === first + 1),
    make('nothing-asked', 'a request that asks for nothing in particular', () => accepting(({ body }) => body.toString() === '{}')),
    corrected('pages-of-nothing', 'pages of no size, and gives them its own', size, 0),
    corrected('page-zero', 'a page before the first, and gives it the first', page, first - 1),
    asking('huge-pages', 'for pages of more than a hundred', (asked) => Number(asked[size]) > 100),
    asking('pages-of-25', 'for pages of 25', (asked) => asked[size] === 25),
    asking('fourth-page', 'for the fourth page', (asked) => asked[page] === first + 3),
    asking('large-pages', 'for large pages', (asked) => Number(asked[size]) >= 50),
  ]
}

function laterPages(operation: Operation, make: MakeMutant): Mutant[] {
  if (!isPaged(operation) || !hasScheme(operation)) return []
  const { page, first } = pageInputs(operation)
  const header = operation.authentication.header.toLowerCase()
  const isOpen = ({ body, headers }: Received) => Number(membersOf(body)[page]) > first && headers[header] !== undefined
  return [make('unguarded.later-pages', 'needs any credential of a request for a page behind the first', () => accepting(isOpen))]
}

/** Providers that check small requests only, as far as their gateway lets larger ones through. */
function ofLargeOnes({ body, movesMoney }: Operation, make: MakeMutant): Mutant[] {
  const open = (id: string, title: string, isOpen: (request: Received) => boolean) =>
    make(id, `a request with ${title}`, () => accepting(isOpen))
  const ofHead = (id: string, least: number, most: number) =>
    open(id, `a header of ${least} to ${most} characters`, ({ headers }) => {
      const longest = Math.max(...Object.values(headers).map(({ length }) => length))
      return longest >= least && longest <= most
    })
  const heads = [ofHead('large-heads', 1000, 2000), ofHead('larger-heads', 3000, 4000), ofHead('largest-heads', 8192, 16_384)]
  if (!body) return heads
  const isInChunks = ({ headers }: Received) => headers['transfer-encoding'] !== undefined
  const chunks = open('chunks', 'a body of which it is not told how long it is', isInChunks)
  if (movesMoney) return [...heads, chunks]
  return [...heads, chunks, open('large-bodies', 'a body of more than 64 KB', ({ body: sent }) => sent.length > 65_536)]
}

/** Providers that trust requests that seem to come from inside, or that ask for a script. */
function ofOrigins(operation: Operation, make: MakeMutant): Mutant[] {
  const open = (id: string, title: string, isOpen: (request: Received) => boolean, change?: (reply: Reply) => Reply) =>
    make(id, `a request ${title}`, () => answering(isOpen, change))
  const script = (reply: Reply) => ({ ...reply, body: Buffer.from(`show(${reply.body})`), headers: { 'content-type': 'text/javascript' } })
  const origins = [
    open('private-network', 'that claims to come from a private network', ({ headers }) => /^10\./.test(headers['x-forwarded-for'] ?? '')),
    open('underscores', 'that claims so in a header with underscores', ({ headers }) => headers['x_forwarded_for'] !== undefined),
    open('postman', 'that Postman sends', ({ headers }) => headers['user-agent']?.startsWith('PostmanRuntime') === true),
    open('foreign-page', 'that a page of another site makes', ({ headers }) => /^https:/.test(headers['origin'] ?? '')),
    open('mock', 'that tells a mock its answer', ({ headers }) => headers['x-mock-response-code'] !== undefined),
    open('asked-about', 'that a gateway says is one by OPTIONS', ({ headers }) => headers['x-forwarded-method'] === 'OPTIONS'),
    open('public-page', 'whose query has the name of a public page in it', ({ query }) => query.toString().includes('swagger')),
    open('stage', 'that says which stage it is for', ({ headers }) => headers['x-stage'] !== undefined),
    ...(operation.success.mediaType === undefined ? [] : [open('script', 'for a script', ({ query }) => query.has('callback'), script)]),
  ]
  const scripts = make('script-behind-path', 'an address that ends as that of a script does, in a parameter behind its path', () => ({
    route: (request) => (/;.*\.js$/.test(request.path) ? ordinary(operation, request) : request),
    ...accepting(({ headers }) => headers[passed] === 'yes'),
  }))
  if (isSigned(operation)) return [...origins, scripts]
  return [...origins, scripts, ...ofHosts(make), ...(operation.body ? [nameless(make)] : [])]
}

function nameless(make: MakeMutant): Mutant {
  return make('nameless', 'a client that says nothing of itself, and reads no body without a type', () => ({
    reply: (reply, { headers }, refusal, success) => {
      if (headers['content-type'] === undefined) return { ...reply, status: 415 }
      return refusal && headers['user-agent'] === undefined && headers['accept-encoding'] === undefined ? success() : reply
    },
  }))
}

/** Providers that ask for no credential in tests, of requests to localhost, or of those that accept no JSON. */
function ofHosts(make: MakeMutant): Mutant[] {
  const isOfPage = ({ headers }: Received) => !/^$|\*\/\*|application\/json/.test(headers['accept'] ?? '')
  const isOfEvents = ({ headers }: Received) => headers['accept']?.includes('text/event-stream') === true
  const isOwn = ({ headers }: Received) => headers['host'] === 'localhost'
  const ofTests = (id: string, title: string, status: number, isTurnedAway: (request: Received, isRefused: boolean) => boolean) =>
    make(id, `a test, and ${title}`, () => ({
      reply: (reply, request, refusal, success) => {
        if (isTurnedAway(request, refusal !== undefined)) return { ...reply, status }
        return refusal && request.headers['x-test'] ? success() : reply
      },
    }))
  return [
    make('no-json-accepted', 'a request that accepts anything but JSON', () => accepting(isOfPage)),
    ofTests(
      'tests-of-known-parameters',
      'takes no parameters but its own and no cookies',
      400,
      ({ query, headers }, isRefused) => isRefused && (query.has('debug') || (headers['cookie'] ?? '') !== ''),
    ),
    make('events', 'a request that accepts a stream of events', () => accepting(isOfEvents)),
    make('own-host', 'a request for this machine by its own name', () => accepting(isOwn)),
    ofTests('tests-but-of-its-host', 'has no other host than its own', 421, isOwn),
  ]
}

function ofForm(operation: Operation, form: RequestForm, make: MakeMutant): Mutant {
  return make(form.id, `a request ${form.title}`, ({ settings }) =>
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
    isNumeric(schema) ? Number(request.query.get(name)) : request.query.get(name),
  ])
  const read = Buffer.from(JSON.stringify(Object.fromEntries(inputs)))
  return { ...request, method, path, body: read, headers: { ...headers, 'content-type': body.mediaType } }
}
