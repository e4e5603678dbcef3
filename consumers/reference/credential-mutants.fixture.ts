import type { Construction } from '../../contracts/construction.ts'
import type { Contract, Operation } from '../../contracts/contract.ts'
import { escapedObject } from '../../contracts/escapes.ts'
import { requestFields } from '../../contracts/fields.ts'
import type { RequirementId } from '../../contracts/generated/ids.ts'
import { type Mistake, mistakes } from '../../contracts/mistakes/mistakes.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { defined } from '../../language/defined.ts'
import { type ConsumerMutant, consumerMutant, withHeader } from './client-mutant.fixture.ts'
import type { ClientContext } from './reference-client.fixture.ts'
import type { Outgoing } from './transmission.fixture.ts'

const secretNeverSent: RequirementId = 'credentials.secret-never-sent'

/** Clients that present a credential wrongly, give it to others, or sign wrongly. */
export function credentialMutants(contract: Contract, operation: Operation): ConsumerMutant[] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  return [
    ...presentationMutants(operation),
    ...othersMutants(contract, operation),
    ...(isSigned(operation) ? [...timestampMutants(operation), ...signatureMutants(operation), ...secretMutants(operation)] : []),
  ]
}

function presentationMutants(operation: Operation): ConsumerMutant[] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  const { header, scheme } = authentication.kind === 'scheme' ? authentication : { header: authentication.key.header, scheme: '' }
  const check = `request.header.${header.toLowerCase()}`
  const mutant = (id: string, title: string, change: (value: string) => string | readonly string[] | undefined) =>
    consumerMutant(operation, `credential.${id}`, title, [check], withHeader(header, change))
  const bare = (value: string) => value.slice(scheme ? scheme.length + 1 : 0)
  const under = (name: string, value: string) => (name ? `${name} ${bare(value)}` : bare(value))
  return [
    mutant('none', `sends no ${header}`, () => undefined),
    mutant('twice', `sends ${header} twice`, (value) => [value, value]),
    mutant('empty', 'sends no credential', () => scheme),
    mutant('undefined', 'sends the word undefined', () => (scheme ? `${scheme} undefined` : 'undefined')),
    mutant('quoted', 'sends the credential in quotation marks', (value) => (scheme ? `${scheme} "${bare(value)}"` : `"${value}"`)),
    mutant('cut-short', 'leaves the last letter out', (value) => value.slice(0, -1)),
    mutant('lower-case', 'sends the credential in lower case', (value) => under(scheme, value.toLowerCase())),
    mutant('base64', 'encodes the credential', (value) => under(scheme, Buffer.from(bare(value)).toString('base64'))),
    ...(scheme
      ? [
          mutant('bare', 'leaves the scheme out', bare),
          mutant('other-scheme', 'names another scheme', (value) => `${scheme === 'Bearer' ? 'Token' : 'Bearer'} ${bare(value)}`),
          mutant('scheme-lower-case', 'writes the scheme in lower case', (value) => `${scheme.toLowerCase()} ${bare(value)}`),
          mutant('two-spaces', 'puts two spaces behind the scheme', (value) => `${scheme}  ${bare(value)}`),
          mutant('colon', 'puts a colon behind the scheme', (value) => `${scheme}: ${bare(value)}`),
        ]
      : [mutant('bearer', 'puts a scheme before it', (value) => `Bearer ${value}`)]),
  ]
}

function othersMutants({ operations }: Contract, operation: Operation): ConsumerMutant[] {
  const credential = settingOf(operation)
  const value = ({ target }: ClientContext) => settingValue(target.settings, credential)
  const owners = sharing(operations, operation)
  const others = owners[0] === operation ? operations.filter((other) => settingOf(other) !== '' && !owners.includes(other)) : []
  const checks = owners.map(({ id }) => `/${id}.sends.own-credential`)
  return [
    ...others.map((other) =>
      consumerMutant(other, `gives.${credential}`, `carries the credential of ${operation.id}`, checks, {
        send: (request, context) => ({ ...request, headers: [...request.headers, ['X-Also', value(context)]] }),
      }),
    ),
    consumerMutant(operation, 'query.credential', 'puts its credential into the address', ['sends.query-without-secrets'], {
      send: (request, context) => ({ ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}key=${value(context)}` }),
    }),
    consumerMutant(operation, 'copies.credential', 'keeps a copy of its credential in a cookie', ['sends.one-place'], {
      send: (request, context) => ({ ...request, headers: [...request.headers, ['Cookie', `session=${value(context)}`]] }),
    }),
  ]
}

/** The operations that share the credential of one, itself among them. */
export function sharing(operations: readonly Operation[], operation: Operation): Operation[] {
  return operations.filter((other) => settingOf(other) === settingOf(operation))
}

function settingOf({ authentication }: Operation): string {
  if (authentication.kind === 'none') return ''
  return authentication.kind === 'scheme' ? authentication.setting : authentication.key.setting
}

function timestampMutants(operation: Operation): ConsumerMutant[] {
  if (!isSigned(operation)) return []
  const { header, unit } = operation.authentication.timestamp
  const check = `request.header.${header.toLowerCase()}`
  const mutant = (id: string, title: string, timestamp: (right: string, time: number) => string, caughtBy = [check]) =>
    consumerMutant(operation, `timestamp.${id}`, title, caughtBy, { timestamp })
  const seconds = (time: number) => String(Math.floor(time / 1000))
  return [
    unit === 'seconds'
      ? mutant('milliseconds', 'sends milliseconds', (_, time) => String(time))
      : mutant('seconds', 'sends seconds', (_, time) => seconds(time)),
    mutant('microseconds', 'sends microseconds', (_, time) => `${time}000`),
    mutant('fraction', 'sends a fraction', (right) => `${right}.5`),
    mutant('iso', 'sends the time in ISO 8601', (_, time) => new Date(time).toISOString()),
    mutant('hexadecimal', 'sends hexadecimal', (_, time) => time.toString(16)),
    mutant('exponent', 'sends an exponent', (_, time) => time.toExponential()),
    mutant('zeros', 'puts a zero before it', (right) => `0${right}`),
    mutant('old', 'sends a time of an hour ago', (right) => String(Number(right) - (unit === 'seconds' ? 3600 : 3_600_000)), [
      'sends.fresh-time',
    ]),
    mutant('ahead', 'sends a time to come', (right) => String(Number(right) + (unit === 'seconds' ? 3600 : 3_600_000)), [
      'sends.fresh-time',
    ]),
    mutant('same', 'sends one time again and again', (right) => `${right.slice(0, -4)}0000`, ['sends.new-time']),
    consumerMutant(
      operation,
      'timestamp.none',
      'sends no timestamp',
      [check],
      withHeader(header, () => undefined),
    ),
    consumerMutant(
      operation,
      'timestamp.twice',
      'sends the timestamp twice',
      [check],
      withHeader(header, (value) => [value, value]),
    ),
  ]
}

function signatureMutants(operation: Operation): ConsumerMutant[] {
  if (!isSigned(operation)) return []
  const { header, construction } = operation.authentication.signature
  const check = [`request.header.${header.toLowerCase()}`]
  const made = (id: string, title: string, change: (right: string) => string | readonly string[] | undefined) =>
    consumerMutant(operation, `signature.${id}`, title, check, withHeader(header, change))
  const equivalent = equivalentTo(operation, construction)
  const visible = mistakes(construction).filter(({ id }) => !equivalent.has(id))
  const signing = (mistake: Mistake) =>
    consumerMutant(
      operation,
      `signature.${mistake.id}`,
      `signs ${mistake.title}`,
      check,
      defined({
        sign: (right, input) => mistake.sign(input) ?? right,
        write: mistake.id === 'signs-raw-escapes' ? escapedObject : undefined,
      }),
    )
  return [
    made('none', 'sends no signature', () => undefined),
    made('empty', 'sends an empty signature', () => ''),
    made('twice', 'sends the signature twice', (right) => [right, right]),
    made('cut-short', 'cuts the signature short', (right) => right.slice(0, -1)),
    made('zeros', 'sends zeros', (right) => '0'.repeat(right.length)),
    ...visible.map(signing),
  ]
}

/** Mistakes that sign rightly what is sent rightly: the source has symbols in upper case, and every field may be a part. */
function equivalentTo(operation: Operation, { parts }: Construction): ReadonlySet<string> {
  const isAllSigned = requestFields(operation).every(({ name }) => parts.some(({ body }) => body === `/${name}`))
  return new Set(['signs-token-in-upper-case', ...(isAllSigned ? ['signs-all-fields'] : [])])
}

/** The key of the signature, sent along in every place and spelling. */
function secretMutants(operation: Operation): ConsumerMutant[] {
  if (!isSigned(operation)) return []
  const { key } = operation.authentication.signature.construction
  const own = `/${secretNeverSent}`
  const mutant = (id: string, title: string, put: (request: Outgoing, secret: string) => Outgoing, caughtBy = [own]) =>
    consumerMutant(operation, `secret.${id}`, title, caughtBy, {
      send: (request, { target }) => put(request, settingValue(target.settings, key)),
    })
  const header = (value: (secret: string) => string) => (request: Outgoing, secret: string) => ({
    ...request,
    headers: [...request.headers, ['X-Also', value(secret)] as const],
  })
  return [
    mutant(
      'header',
      'sends the secret in a header',
      header((secret) => secret),
    ),
    mutant(
      'header-base64',
      'sends the secret in base64',
      header((secret) => Buffer.from(`me:${secret}`).toString('base64')),
    ),
    mutant(
      'header-hex',
      'sends the secret in hexadecimal',
      header((secret) => Buffer.from(secret).toString('hex')),
    ),
    mutant(
      'header-lower-case',
      'sends the secret in lower case',
      header((secret) => `key=${secret.toLowerCase()}`),
    ),
    mutant('body', 'sends the secret in the body', (request, secret) =>
      defined({
        ...request,
        body: request.body && Buffer.from(request.body.toString().replace(/\}$/, `,"extra":{"note":"${secret}"}}`)),
      }),
    ),
    mutant('query', 'sends the secret in the address', (request, secret) => ({ ...request, url: `${request.url}?s=${secret}` }), [
      own,
      'sends.query-without-secrets',
    ]),
    mutant('elsewhere', 'sends the secret to a path that the source does not show', (request, secret) => ({
      ...request,
      url: `${new URL(request.url).origin}/telemetry`,
      headers: [['X-Also', secret]],
    })),
  ]
}
