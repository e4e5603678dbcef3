import type { Contract, Operation, Schema } from '../../contracts/contract.ts'
import { queryParameters, requestFields, requestInputs } from '../../contracts/fields.ts'
import { defined } from '../../language/defined.ts'
import { faultsOf } from '../../suites/fields/value-faults.ts'
import { shortestMisspelt } from '../traffic/address.ts'
import { type ConsumerMutant, consumerMutant, withBody, withHeader, withUrl } from './client-mutant.fixture.ts'
import { sharing } from './credential-mutants.fixture.ts'

/** Clients that send a request elsewhere, in another form, or with another value. */
export function requestMutants(contract: Contract, operation: Operation): ConsumerMutant[] {
  return [
    ...addressMutants(operation),
    ...baseMutants(contract, operation),
    ...bodyMutants(operation),
    ...parameterMutants(operation),
    ...fieldMutants(operation),
  ]
}

function addressMutants(operation: Operation): ConsumerMutant[] {
  const { path, method } = operation
  const segments = path.split('/').slice(1)
  const version = segments.find((segment) => /^v\d+$/.test(segment))
  const to = (id: string, title: string, wrong: string) =>
    consumerMutant(
      operation,
      `path.${id}`,
      title,
      ['sends.path'],
      withUrl((url) => url.replace(path, wrong)),
    )
  const by = (wrong: string) =>
    consumerMutant(operation, `method.${wrong.toLowerCase()}`, `sends a ${wrong}`, ['sends.method'], {
      send: (request) => ({ ...request, method: wrong }),
    })
  return [
    to('trailing-slash', 'puts a slash behind the path', `${path}/`),
    to('double-slash', 'doubles a slash of the path', path.replace(/\/(?=[^/]+$)/, '//')),
    to('upper-case', 'writes the path in upper case', path.toUpperCase()),
    to(
      'lower-or-title-case',
      'turns the case of a letter',
      path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
    ),
    to(
      'encoded',
      'percent-encodes a letter of the path',
      path.replace(/.$/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ),
    to('without-separators', 'leaves hyphens and underscores out, or puts one in', respelt(path)),
    ...(isToldByInputs(operation)
      ? [
          to('misspelt', 'leaves a letter of the last segment out', path.replace(/[^/](?=[^/]*$)/, '')),
          to('swapped', 'swaps two letters of the last segment', path.replace(/([^/])([^/])(?=[^/]*$)/, '$2$1')),
        ]
      : []),
    to('prefixed', 'puts a segment before the path', `/gateway${path}`),
    to('last-segment', 'sends to the last segment alone', `/${segments.at(-1)}`),
    ...(version
      ? [
          to('next-version', 'asks for another version', path.replace(version, 'v2')),
          to('no-version', 'leaves the version out', path.replace(`/${version}`, '')),
        ]
      : [to('versioned', 'puts a version into the path', path.replace(/\/(?=[^/]+$)/, '/v1/'))]),
    by(method === 'POST' ? 'PUT' : 'POST'),
    by('PATCH'),
    ...(method === 'POST' ? [by('GET')] : [by('DELETE')]),
  ]
}

/** True if a request to a misspelt path is still known by what it carries, and by the rest of the path. */
function isToldByInputs(operation: Operation): boolean {
  return requestInputs(operation).length > 0 && operation.path.length > shortestMisspelt
}

function respelt(path: string): string {
  return /[-_]/.test(path) ? path.replace(/[-_]/g, '') : path.replace(/([a-z])([a-z]*)$/, '$1_$2')
}

function baseMutants({ bases, operations }: Contract, operation: Operation): ConsumerMutant[] {
  const other = bases.find((base) => base !== operation.base)
  if (other === undefined) return []
  const strange = sharing(operations, operation).map(({ id }) => `/${id}.sends.own-credential`)
  return [
    consumerMutant(operation, 'base.other', 'is sent to the other address', ['sends.base', ...strange], {
      send: (request, { target }) => ({
        ...request,
        url: request.url.replace(target.bases[operation.base] ?? '', target.bases[other] ?? ''),
      }),
    }),
  ]
}

function bodyMutants(operation: Operation): ConsumerMutant[] {
  if (!operation.body) return []
  const media = (id: string, title: string, value: string | undefined) =>
    consumerMutant(
      operation,
      `media.${id}`,
      title,
      ['request.content-type'],
      withHeader('content-type', () => value),
    )
  const body = (id: string, title: string, change: Parameters<typeof withBody>[0]) =>
    consumerMutant(operation, `body.${id}`, title, ['sends.json'], withBody(change))
  return [
    media('none', 'names no media type', undefined),
    media('plain-text', 'calls its JSON plain text', 'text/plain'),
    media('form', 'calls its JSON a form', 'application/x-www-form-urlencoded'),
    media('latin-1', 'names another charset', `${operation.body.mediaType}; charset=iso-8859-1`),
    media('vendor', 'names a media type of its own', 'application/vnd.api+json'),
    consumerMutant(
      operation,
      'media.twice',
      'names its media type twice',
      ['request.content-type'],
      withHeader('content-type', (value) => [value, value]),
    ),
    body('form', 'writes its fields as a form', (text) =>
      new URLSearchParams(Object.entries(JSON.parse(text.toString()) as Record<string, string>)).toString(),
    ),
    body('array', 'puts its fields into a list', (text) => `[${text}]`),
    body('string', 'writes its JSON as a JSON string', (text) => JSON.stringify(text.toString())),
    body('single-quotes', 'writes single quotes', (text) => text.toString().replaceAll('"', "'")),
    body('trailing-comma', 'writes a comma too many', (text) => text.toString().replace(/\}$/, ',}')),
    body('byte-order-mark', 'puts a byte order mark before its JSON', (text) => `\ufeff${text}`),
    body('utf-16', 'writes UTF-16', (text) => Buffer.from(text.toString(), 'utf16le')),
    consumerMutant(
      operation,
      'body.key-twice',
      'writes a key twice',
      ['sends.json.keys'],
      withBody((text) => text.toString().replace(/^\{("\w+":(?:"[^"]*"|\d+))/, '{$1,$1')),
    ),
    body('cut-short', 'leaves the last byte out', (text) => text.subarray(0, -1)),
  ]
}

function parameterMutants(operation: Operation): ConsumerMutant[] {
  return queryParameters(operation).flatMap(({ name }) => {
    const mutant = (id: string, title: string, change: (query: string) => string) =>
      consumerMutant(
        operation,
        `parameter.${name}.${id}`,
        title,
        [`request.${name}`],
        withUrl((url) => url.replace(/\?.*$/, change)),
      )
    return [
      mutant('twice', `sends ${name} twice`, (query) => `${query}&${query.slice(1)}`),
      mutant('upper-case', `writes ${name} in capitals`, (query) => query.replace(name, name.toUpperCase())),
      mutant('brackets', `puts brackets behind ${name}`, (query) => query.replace(name, `${name}[]`)),
      mutant('undefined', `sends the word undefined for ${name}`, () => `?${name}=undefined`),
      mutant('none', `sends the word None for ${name}`, () => `?${name}=None`),
    ]
  })
}

/** Breaks texts whose form no type tells, in the ways in which programs do. */
const brokenTexts: Readonly<Record<string, readonly (readonly [id: string, (value: string) => string])[]>> = {
  decimal: [
    ['comma', (value) => value.replace('.', ',')],
    ['exponent', (value) => Number(value).toExponential()],
    ['empty', () => ''],
    ['negative', (value) => `-${value}`],
    ['space', (value) => ` ${value}`],
    ['currency', (value) => `${value} USDT`],
    ['thousands', () => '1,000.50'],
    ['no-digit-first', () => '.5'],
  ],
}

function fieldMutants(operation: Operation): ConsumerMutant[] {
  const paging = operation.pagination
  return requestFields(operation).flatMap(({ name, schema, required }) => {
    const mutant = (id: string, title: string, spoil: (value: unknown) => unknown) =>
      consumerMutant(operation, `field.${name}.${id}`, title, [`request.${name}`], {
        inputs: (inputs) => ({ ...inputs, [name]: spoil(inputs[name]) }),
      })
    const unasked = paging?.page.request === `/${name}` ? ['sends.every-page'] : []
    const renamed = (id: string, to: string) =>
      consumerMutant(operation, `field.${name}.${id}`, `calls ${name} ${to}`, [`request.${name}`, ...unasked], {
        send: (request) =>
          defined({
            ...request,
            body: request.body && Buffer.from(request.body.toString().replace(`"${name}"`, `"${to}"`)),
          }),
      })
    const isPaging = paging && [paging.page.request, paging.size.request].includes(`/${name}`)
    return [
      ...faultsOf(schema, required).map(({ id, title, spoil }) => mutant(id, `${name} ${title}`, spoil)),
      ...(brokenTexts[schema.format ?? ''] ?? []).map(([id, spoil]) => mutant(id, `${name} with ${id}`, (value) => spoil(String(value)))),
      ...(isUpper(schema) ? [mutant('lower-case', `${name} in lower case`, (value) => String(value).toLowerCase())] : []),
      ...(isPaging ? [mutant('zero', `${name} zero`, () => 0)] : []),
      ...(isText(schema) ? [mutant('undefined', `the word undefined for ${name}`, () => 'undefined')] : []),
      ...(snake(name) === name ? [] : [renamed('snake-case', snake(name))]),
      renamed('capital', name.charAt(0).toUpperCase() + name.slice(1)),
    ]
  })
}

function isText({ type, format }: Schema): boolean {
  return type === 'string' && format === undefined
}

function isUpper(schema: Schema): boolean {
  return schema['x-case'] === 'upper'
}

function snake(name: string): string {
  return name.replace(/([A-Z])/g, '_$1').toLowerCase()
}
