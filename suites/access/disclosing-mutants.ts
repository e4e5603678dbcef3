import type { Operation, Pagination, SettingDeclaration, SignedHeaders } from '../../contracts/contract.ts'
import { credentialText } from '../../contracts/credential-place.ts'
import { sign, unlessMissing } from '../../contracts/signing.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import { withValue } from '../../provider/edits.ts'
import type { RefusalKind } from '../../provider/judgement/refusals.ts'
import { signedInput } from '../../provider/judgement/signature.ts'
import type { Mutant, MutantContext } from '../../provider/mutant.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { pointerSteps, valueAtPointer } from '../../text/json/pointer.ts'
import { mutantMaker, mutantsOfArea } from '../mutant.ts'
import { isLongAgo } from '../signatures/mistakes/seldom-requests.ts'
import { receivedTime } from '../signatures/mutants/header-mutants.ts'
import { isStranger } from './given-away.ts'
import type { WrongRequest } from './wrong-request.ts'

export function tellingMutant(operation: Operation, area: string, wrong: readonly WrongRequest[]): Mutant {
  return mutantMaker(operation)(
    `${area}.told`,
    `says in its refusals which ${operation.authentication.kind === 'signed' ? 'signature' : 'credential'} it wants`,
    ofStrangers(operation, area, wrong),
    ({ settings }) => ({
      reply: (reply, request, refusal) => {
        if (!refusal || !['credential', 'signature', 'header'].includes(refusal.kind)) return reply
        return withMembers(reply, { expected: wanted(operation, settings, request) })
      },
    }),
  )
}

/** Providers that disclose what lets anybody in to a few of those that they refuse. */
export function tellingSome(operation: Operation, area: string): Mutant[] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  const { key } = authentication.kind === 'signed' ? authentication.signature.construction : { key: authentication.setting }
  /** Tells secrets in answer to some requests, given the right credential or signing secret. */
  const telling =
    (isSecret: (setting: SettingDeclaration) => boolean, isTold: (request: Received, right: string) => boolean): Mutant['hooks'] =>
    ({ settings, contract }) => {
      const environment = contract.settings.filter(isSecret).map(({ name }) => settings[name])
      return {
        reply: (reply, request, refusal) => (refusal && isTold(request, settings[key] ?? '') ? withMembers(reply, { environment }) : reply),
      }
    }
  const ofForms = mutantMaker(operation)(
    `${area}.told-of-forms`,
    'discloses a secret where a request says nothing of its client and of its body',
    `${area}.form.unadorned`,
    telling(
      ({ name }) => name === key,
      ({ headers }) => headers['user-agent'] === undefined && !headers['accept'] && !headers['content-type'],
    ),
  )
  if (authentication.kind === 'signed') return [ofForms, tellingOfOld(operation, authentication, area)]
  const { header, scheme } = authentication
  const ofOthers = mutantMaker(operation)(
    `${area}.told-of-others`,
    'discloses the secrets of others where the first character is missing',
    `${area}.cut-in-front`,
    telling(
      ({ name, secret }) => secret && name !== key,
      ({ headers }, right) => headers[header.toLowerCase()] === credentialText(scheme, right.slice(1)),
    ),
  )
  return [ofForms, ofOthers]
}

/** The signature that was sent has the form of a right one and nothing of it, so that no answer could be made of that. */
function tellingOfOld(operation: Operation, signed: SignedHeaders, area: string): Mutant {
  const isOld = (request: Received) => isLongAgo(receivedTime(request, signed), request.at)
  return mutantMaker(operation)(
    `${area}.told-of-old`,
    'says which signature it wants where a request is days old',
    `${area}.seldom.seventh`,
    ({ settings }) => ({
      reply: (reply, request, refusal) =>
        refusal && isOld(request) ? withMembers(reply, { expected: wanted(operation, settings, request) }) : reply,
    }),
  )
}

function ofStrangers(operation: Operation, area: string, wrong: readonly WrongRequest[]): string[] {
  return wrong.flatMap(({ role }) => (isStranger(operation, role) ? [`${area}.${role}`] : []))
}

function withMembers(reply: Reply, more: object): Reply {
  return { ...reply, body: Buffer.from(JSON.stringify({ ...membersOf(reply.body), ...more })) }
}

/** What refusals tell, given what a success would. */
type Told = readonly [id: string, title: string, tell: (refusal: Reply, success: unknown) => Reply]

/** Providers whose refusals disclose part of the payload, too little to be taken for it. */
export function tellingRecords(operation: Operation, area: string, wrong: readonly WrongRequest[]): Mutant[] {
  const { payload, pagination } = operation
  if (!payload.record.includes('*')) return []
  const made = ([id, title, tell]: Told) =>
    mutantMaker(operation)(`${area}.${id}`, title, ofStrangers(operation, area, wrong), () => ({
      reply: (reply, _request, refusal, success) => (refusal?.kind === 'credential' ? tell(reply, membersOf(success().body)) : reply),
    }))
  const texts = (record: unknown) => Object.values(record ?? {}).filter((value) => typeof value === 'string')
  return [
    made([
      'told-records',
      'lists texts of its records in its refusals',
      (reply, success) =>
        withMembers(reply, { preview: [...placesAt(success, pointerSteps(payload.record))].map(({ value }) => texts(value)) }),
    ]),
    mutantMaker(operation)(`${area}.told-as-csv`, 'writes tables for anybody who asks for one', `${area}.form.forwarded`, () => ({
      reply: (reply, { headers }, refusal, success) => {
        if (!refusal || !headers['accept']?.includes('text/csv')) return reply
        const lines = [...placesAt(membersOf(success().body), pointerSteps(payload.record))].map(({ value }) => texts(value).join(';'))
        return { status: 200, headers: { 'content-type': 'text/csv' }, body: Buffer.from(lines.join('\n')) }
      },
    })),
    ...(pagination ? tellingTotal(pagination).map(made) : []),
  ]
}

function tellingTotal({ total }: Pagination): Told[] {
  const steps = pointerSteps(total)
  const [outermost = '', name = ''] = [steps[0], steps.at(-1)]
  const totalOf = (success: unknown) => valueAtPointer(success, total)
  return [
    [
      'told-total',
      'says in its refusals how many records there are',
      (reply, success) => withMembers(reply, withValue({ [outermost]: {} }, total, totalOf(success)) as object),
    ],
    [
      'told-total-elsewhere',
      'says so in another place than its lists do',
      (reply, success) => withMembers(reply, { meta: { [name]: totalOf(success) } }),
    ],
    [
      'told-total-in-header',
      'says so in a header',
      (reply, success) => ({ ...reply, headers: { ...reply.headers, [`x-${name}-count`]: String(totalOf(success)) } }),
    ],
  ]
}

/** Signed by the provider's own code, so that a fault in the client's signing cannot hide the mutant. */
function wanted({ authentication }: Operation, settings: MutantContext['settings'], request: Received): string | undefined {
  if (authentication.kind === 'none') return undefined
  if (authentication.kind === 'scheme') return settings[authentication.setting]
  return unlessMissing(() => sign(authentication.signature.construction, signedInput(authentication, settings, request)))
}

export function refusedWithPayload(operation: Operation, caughtBy: (hooks: Mutant['hooks']) => readonly string[]): Mutant[] {
  const made = mutantsOfArea(operation, 'credential', caughtBy)
  const make = (id: string, title: string, spoil: (reply: Reply) => Reply): Mutant => {
    // Spoilt, an empty list would be a refusal, and some seeds ask for nobody's records.
    const holdsRecord = ({ body }: Reply) => placesAt(membersOf(body), pointerSteps(operation.payload.record)).next().done !== true
    const spoiled = (success: Reply) => (holdsRecord(success) ? spoil(success) : success)
    return made(id, title, () => ({
      reply: (reply, _request, refusal, success) => (refusal && neverRight.has(refusal.kind) ? spoiled(success()) : reply),
    }))
  }
  const withText = (reply: Reply, change: (text: string) => string): Reply => ({
    ...reply,
    body: Buffer.from(change(reply.body.toString('utf8'))),
  })
  return [
    make('payload-with-401', 'answers wrong credentials with 401 and the payload', (reply) => ({ ...reply, status: 401 })),
    make('payload-with-403', 'answers wrong credentials with 403 and the payload as a page', (reply) => ({
      ...reply,
      status: 403,
      headers: { 'content-type': 'text/html' },
    })),
    make('malformed-payload', 'answers wrong credentials with the payload, malformed', (reply) =>
      withText(reply, (text) => text.slice(0, -1)),
    ),
    make('payload-beside-error', 'answers wrong credentials with an error and the payload', (reply) =>
      withText(reply, (text) => text.replace(/^\{/, '{"error":"unauthorized",')),
    ),
    make('payload-in-base64', 'answers wrong credentials with 401 and, beside an error, the payload in base64', (reply) =>
      withText({ ...reply, status: 401 }, (text) => JSON.stringify({ error: 'unauthorized', state: Buffer.from(text).toString('base64') })),
    ),
  ]
}

/** Refusals of what was never right: not of a time that is over, or of a request that comes again. */
const neverRight: ReadonlySet<RefusalKind> = new Set<RefusalKind>(['credential', 'header', 'key', 'signature'])
