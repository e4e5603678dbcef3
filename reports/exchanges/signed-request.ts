import { baseVariable } from '../../contracts/base-variable.ts'
import type { SignedPart } from '../../contracts/construction.ts'
import type { Contract, Operation, SignedHeaders } from '../../contracts/contract.ts'
import { credentialHeaders } from '../../contracts/operation-kinds.ts'
import { canonicalString, type SigningInput, sign } from '../../contracts/signing.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { shellWord } from '../../text/shell-word.ts'

export interface SignedRequest {
  readonly operation: Operation & { readonly authentication: SignedHeaders }
  readonly request: SentRequest
  readonly input: SigningInput
}

/** The headers of a signed request that no client adds by itself, a line each. */
export function headerLines({ operation, request }: SignedRequest): string {
  return ownHeaders(operation, request)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('')
}

/** How a signature is computed: each part with the place of its value, the text, the name of the key, and the digest. */
export function signatureExplanation(contract: Contract, { operation, input }: SignedRequest): string {
  const { construction, header } = operation.authentication.signature
  const text = canonicalString(construction, input.values)
  const joined = construction.separator === '' ? 'nothing' : JSON.stringify(construction.separator)
  const width = Math.max(...construction.parts.map(({ name }) => name.length))
  const parts = construction.parts.map(
    (part, index) =>
      `  ${index + 1}. ${part.name.padEnd(width)}  ${JSON.stringify(input.values[part.name])}  (${sourceOf(contract, part)})`,
  )
  return [
    `The parts, in this order, with ${joined} between them:`,
    ...parts,
    `The canonical string, ${Buffer.byteLength(text)} bytes of UTF-8:`,
    `  ${text}`,
    `The key: ${variableOf(contract, construction.key)}, ${Buffer.byteLength(input.secret)} bytes, not shown.`,
    `The digest: HMAC with ${construction.hash}, in ${construction.encoding}:`,
    `  ${header}: ${sign(construction, input)}`,
    'The body that goes with it:',
    `  ${input.body ?? ''}`,
    '',
  ].join('\n')
}

/** The request as a curl command that can be pasted into a shell: secrets are read from their environment variables. */
export function curlCommand(contract: Contract, { operation, request }: SignedRequest, address: string | undefined): string {
  const { key } = operation.authentication
  const secrets = new Map([[key.header, key.setting], ...secretHeaders(contract, operation)])
  const base = address === undefined ? `"$${baseVariable(operation.base)}"` : shellWord(address)
  const headers = ownHeaders(operation, request).map(([name, value]) => {
    const secret = secrets.get(name)
    return secret === undefined ? `-H ${shellWord(`${name}: ${value}`)}` : `-H "${name}: $${variableOf(contract, secret)}"`
  })
  const body = request.body ? [`--data-raw ${shellWord(request.body.toString('utf8'))}`] : []
  return `${[`curl -X ${operation.method} ${base}${shellWord(operation.path)}`, ...headers, ...body].join(' \\\n  ')}\n`
}

function ownHeaders({ authentication, parameters }: SignedRequest['operation'], { headers }: SentRequest): SentRequest['headers'] {
  const asked = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name)
  const own = [...credentialHeaders({ authentication }), ...asked, 'content-type']
  return own.flatMap((name) => headers.filter(([field]) => field.toLowerCase() === name.toLowerCase()))
}

/** The headers beside the signed ones that take a secret of their own, each with its setting. */
function secretHeaders({ settings }: Contract, { parameters }: Operation): [name: string, setting: string][] {
  return parameters.flatMap(({ name, in: place, value }) => {
    const setting = 'setting' in value ? value.setting : undefined
    return place === 'header' && settings.some((each) => each.secret && each.name === setting) && setting ? [[name, setting]] : []
  })
}

function sourceOf(contract: Contract, { header, setting, body }: SignedPart): string {
  if (header) return `the header ${header}`
  return setting ? variableOf(contract, setting) : `${body} of the body`
}

function variableOf({ settings }: Contract, name: string): string {
  return settings.find((setting) => setting.name === name)?.env ?? name
}
