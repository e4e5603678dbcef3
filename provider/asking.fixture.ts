import type { Operation } from '../contracts/contract.ts'
import { requestFields } from '../contracts/fields.ts'
import { contract } from '../contracts/generated/contract.ts'
import { partValues, sign } from '../contracts/signing.ts'
import { defined } from '../language/defined.ts'
import { jsonValue } from '../text/json/json-text.ts'
import type { ProviderOptions } from './options.ts'
import { type RunningProvider, startProvider } from './server.ts'

/** What a test changes in a right request; undefined takes a header away. */
export interface RequestChanges {
  readonly operation?: Operation
  readonly method?: string
  readonly path?: string
  readonly body?: unknown
  readonly text?: string
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly timestamp?: string
  readonly signedBody?: unknown
}

/** What came back; `json` is undefined if the body is none. */
export interface ProviderAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

/** The operation of the committed contract that is signed, that is paged, and the other one. */
export const operations = {
  signed: found(({ authentication }) => authentication.kind === 'signed'),
  paged: found(({ pagination }) => pagination !== undefined),
  listed: found(({ pagination, authentication }) => pagination === undefined && authentication.kind === 'scheme'),
}

/** Runs a test against a provider, and closes it whatever happens. */
export async function withProvider(options: ProviderOptions, test: (provider: RunningProvider) => Promise<void>): Promise<void> {
  const provider = await startProvider({ clock: () => now, ...options })
  try {
    await test(provider)
  } finally {
    await provider.close()
  }
}

/** The time at which the providers of tests stand still. */
export const now = 1_760_000_000_000

/** Sends a right request, but for what is changed. */
export async function ask(provider: RunningProvider, operation: Operation, changes: RequestChanges = {}): Promise<ProviderAnswer> {
  const body = changes.body ?? bodyOf(provider, operation)
  const text = changes.text ?? JSON.stringify(body)
  const headers = { ...mediaType(operation), ...credentials(provider, operation, changes), ...changes.headers }
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined)
  const method = changes.method ?? operation.method
  const response = await fetch(
    `${provider.bases[operation.base]}${changes.path ?? operation.path}`,
    defined({
      method,
      headers: given,
      redirect: 'manual',
      body: method !== 'GET' && operation.body ? text : undefined,
    }),
  )
  const answer = await response.text()
  return { status: response.status, headers: response.headers, text: answer, json: jsonValue(answer) }
}

/** What a provider of its own answers to a right request, but for what is changed. */
export async function told(options: ProviderOptions, operation: Operation, changes?: RequestChanges): Promise<ProviderAnswer> {
  const answers: ProviderAnswer[] = []
  await withProvider(options, async (provider) => {
    answers.push(await ask(provider, operation, changes))
  })
  const [answer] = answers
  if (!answer) throw new Error('nothing was answered')
  return answer
}

export function bodyOf({ settings }: RunningProvider, operation: Operation): Record<string, unknown> {
  return Object.fromEntries(
    requestFields(operation).map(({ name, value }) => [name, 'setting' in value ? settings[value.setting] : value.value]),
  )
}

export function signatureOf(provider: RunningProvider): string {
  const { authentication } = operations.signed
  return authentication.kind === 'signed' ? (credentials(provider, operations.signed, {})[authentication.signature.header] ?? '') : ''
}

function credentials(provider: RunningProvider, operation: Operation, changes: RequestChanges): Record<string, string> {
  const { authentication } = operation
  if (authentication.kind === 'none') return {}
  if (authentication.kind === 'scheme') {
    return { [authentication.header]: `${authentication.scheme} ${provider.settings[authentication.setting]}` }
  }
  const { key, timestamp, signature } = authentication
  const headers = { [key.header]: provider.settings[key.setting] ?? '', [timestamp.header]: changes.timestamp ?? String(now) }
  const body = (changes.signedBody ?? changes.body ?? bodyOf(provider, operation)) as Record<string, unknown>
  const values = partValues(signature.construction, { headers, settings: provider.settings, body })
  return {
    ...headers,
    [signature.header]: sign(signature.construction, { values, secret: provider.settings[signature.construction.key] ?? '' }),
  }
}

function mediaType({ body }: Operation): Record<string, string> {
  return body ? { 'content-type': body.mediaType } : {}
}

function found(wanted: (operation: Operation) => boolean): Operation {
  const operation = contract.operations.find(wanted)
  if (!operation) throw new Error('the committed contract has no such operation')
  return operation
}
