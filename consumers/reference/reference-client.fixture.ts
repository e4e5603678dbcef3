import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialText, placed } from '../../contracts/credential-place.ts'
import { inputAt } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { partValues, type SigningInput, sign } from '../../contracts/signing.ts'
import { ordinaryInputs, timestampOf } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { type Outgoing, type ServiceAnswer, transmit } from './transmission.fixture.ts'

/** Where a client departs from the right one, and how. All that is left out is right. */
export interface ClientFaults {
  /** Changes the inputs before they are signed and written. */
  readonly inputs?: (inputs: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>
  /** Writes the body; ordinary is compact JSON. */
  readonly write?: (fields: Readonly<Record<string, unknown>>) => string
  /** The value of the timestamp header, of the right one and its time. */
  readonly timestamp?: (right: string, milliseconds: number) => string
  readonly sign?: (right: string, input: SigningInput) => string
  /** Changes the request as it goes out; more than one are sent one after another. */
  readonly send?: (request: Outgoing, client: ClientContext) => Outgoing | readonly Outgoing[]
  /** Which pages are read of a listing that has this many. */
  readonly pages?: (last: number) => number
  /** How long it waits after an answer says to, in milliseconds. */
  readonly patience?: (asked: number) => number
  /** How often a withdrawal is sent again whose fate is unknown. */
  readonly repeats?: number
}

/** What a client knows: the interface, where it is, who it is, and what time it is. */
export interface ClientContext {
  readonly contract: Contract
  readonly target: Target
  readonly now: () => number
  readonly wait: (milliseconds: number) => Promise<void>
}

/** Does everything that the interface offers, twice or to the end of the list. Refusals are its caller's matter, and here nobody's. */
export async function useEverything(context: ClientContext, faultsOf: (operation: Operation) => ClientFaults = () => ({})): Promise<void> {
  const call = callerOf(context)
  for (const operation of context.contract.operations) {
    const faults = faultsOf(operation)
    if (operation.pagination) await readPages(operation, faults, call)
    else for (const again of [false, true]) await call(operation, faults, { again })
  }
}

type Call = (
  operation: Operation,
  faults: ClientFaults,
  options?: { readonly page?: number; readonly again?: boolean },
) => Promise<ServiceAnswer | undefined>

async function readPages(operation: Operation, faults: ClientFaults, call: Call): Promise<void> {
  const { pagination } = operation
  if (!pagination) return
  let last = 1
  for (let count = 1; count <= last; count += 1) {
    const answer = await call(operation, faults, { page: pagination.page.first + count - 1 })
    const [total, size] = [pagination.total, pagination.size.response].map((pointer) => valueAtPointer(answer?.value, pointer))
    const all = typeof total === 'number' && typeof size === 'number' ? Math.ceil(total / size) : 0
    last = faults.pages?.(all) ?? all
  }
}

function callerOf(context: ClientContext): Call {
  let latest = 0
  const nextTime = () => {
    latest = Math.max(latest + 1, context.now())
    return latest
  }
  return async (operation, faults, { page, again = false } = {}) => {
    const ordinary: Record<string, unknown> = { ...ordinaryInputs(operation, context.target) }
    if (page !== undefined && operation.pagination) ordinary[inputAt(operation.pagination.page.request)] = page
    const free = operation.body?.fields.find(({ value }) => operation.movesMoney && 'value' in value)
    if (free && again) ordinary[free.name] = `${ordinary[free.name]}, again`
    const attempt = () => sendAll(requestsOf(operation, context, faults, ordinary, nextTime()))
    let answer = await attempt()
    for (let repeat = 0; repeat < (faults.repeats ?? 0) && answer && answer.status >= 500; repeat += 1) answer = await attempt()
    for (let tries = 0; tries < mostTries && mayComeAgain(operation, answer); tries += 1) {
      await context.wait(faults.patience?.(answer.retryAfter) ?? answer.retryAfter)
      answer = await attempt()
    }
    return answer
  }
}

const mostTries = 20

/** A withdrawal is sent again only if the answer says that it was not accepted. */
function mayComeAgain(
  { movesMoney }: Operation,
  answer: ServiceAnswer | undefined,
): answer is ServiceAnswer & { readonly retryAfter: number } {
  return answer?.retryAfter !== undefined && (!movesMoney || answer.status === 429)
}

/** The answer to the last of them; none if the connection broke. */
async function sendAll(requests: readonly Outgoing[]): Promise<ServiceAnswer | undefined> {
  let answer: ServiceAnswer | undefined
  for (const request of requests) answer = await transmit(placed(request)).catch(() => undefined)
  return answer
}

function requestsOf(
  operation: Operation,
  context: ClientContext,
  faults: ClientFaults,
  ordinary: Readonly<Record<string, unknown>>,
  time: number,
): readonly Outgoing[] {
  const inputs = faults.inputs?.(ordinary) ?? ordinary
  const { body, parameters, method, path, base } = operation
  const query = parameters.flatMap(({ name, in: place }) =>
    place === 'query' && inputs[name] !== undefined ? [[name, String(inputs[name])] as [string, string]] : [],
  )
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const fields = Object.fromEntries(Object.entries(inputs).filter(([name]) => !parameters.some((parameter) => parameter.name === name)))
  const text = body && (faults.write ?? JSON.stringify)(fields)
  const right: Outgoing = defined({
    method,
    url: `${context.target.bases[base]}${path}${search}`,
    headers: [
      ...(body ? [['Content-Type', body.mediaType] as const] : []),
      ...credentials(operation, context.target, faults, fields, text, time),
    ],
    body: text === undefined ? undefined : Buffer.from(text),
  })
  return [faults.send?.(right, context) ?? right].flat()
}

function credentials(
  operation: Operation,
  { settings }: Target,
  faults: ClientFaults,
  fields: Readonly<Record<string, unknown>>,
  body: string | undefined,
  time: number,
): Outgoing['headers'] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme')
    return [[authentication.header, credentialText(authentication.scheme, settingValue(settings, authentication.setting))]]
  const { key, timestamp, signature } = authentication
  const stated = isSigned(operation) ? timestampOf(operation, time) : ''
  const headers = { [key.header]: settingValue(settings, key.setting), [timestamp.header]: faults.timestamp?.(stated, time) ?? stated }
  const texts = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : String(value)]))
  const { construction } = signature
  const input: SigningInput = defined({
    values: partValues(construction, { headers, settings, body: texts }),
    secret: settingValue(settings, construction.key),
    body,
  })
  const right = sign(construction, input)
  return [...Object.entries(headers), [signature.header, faults.sign?.(right, input) ?? right]]
}
