import type { Construction } from '../contract.ts'
import { canonicalString, type SigningInput } from '../signing.ts'
import { digest, type Mistake } from './mistake.ts'

/** The right parts, joined in another way. */
export function joinedOtherwise(construction: Construction): Mistake[] {
  const text = (id: string, title: string, make: (input: SigningInput) => string): Mistake => ({
    id,
    breaks: 'plain',
    title,
    sign: (input) => digest(construction, make(input), input.secret),
  })
  const entries = (input: SigningInput) => construction.parts.map(({ name }) => [name, input.values[name] ?? ''] as const)
  return [
    ...(construction.separator === ''
      ? []
      : [
          text('joins-without-separator', 'with nothing between the parts', ({ values }) =>
            canonicalString({ ...construction, separator: '' }, values),
          ),
        ]),
    ...Object.entries(separators).map(([name, separator]) =>
      text(`separates-with-${name}`, `with a ${name} between the parts`, (input) =>
        canonicalString({ ...construction, separator }, input.values),
      ),
    ),
    text('signs-query-string', 'a query string of the parts', (input) =>
      new URLSearchParams(Object.fromEntries(entries(input))).toString(),
    ),
    text('signs-json-of-parts', 'a JSON object of the parts', (input) => JSON.stringify(Object.fromEntries(entries(input)))),
    text('appends-newline', 'with a newline at the end', (input) => `${canonicalString(construction, input.values)}\n`),
    text('appends-secret', 'with the secret appended to the text', (input) => canonicalString(construction, input.values) + input.secret),
  ]
}

/** The body signed, or the fields taken from its text. */
export function bodySigned(construction: Construction): Mistake[] {
  const over = (id: string, title: string, make: (body: string, input: SigningInput) => string | undefined, breaks = 'plain'): Mistake => ({
    id,
    breaks,
    title,
    sign: (input) => {
      const text = input.body === undefined ? undefined : make(input.body, input)
      return text === undefined ? undefined : digest(construction, text, input.secret)
    },
  })
  const outside = (input: SigningInput) =>
    construction.parts
      .filter(({ body }) => !body)
      .map(({ name }) => input.values[name])
      .join('')
  return [
    over('signs-body', 'the body as it is sent', (body) => body),
    over('signs-headers-and-body', 'the parts that are no fields, then the body as it is sent', (body, input) => outside(input) + body),
    over('signs-reserialised-body', 'the body serialised anew', (body) => reserialised(body)),
    over('signs-headers-and-reserialised-body', 'the parts that are no fields, then the body serialised anew', (body, input) => {
      const text = reserialised(body)
      return text === undefined ? undefined : outside(input) + text
    }),
    over('signs-all-fields', 'every field of the body, not only those listed', (body, input) =>
      withUnsignedFields(construction, body, input),
    ),
    over(
      'signs-raw-escapes',
      'the fields as they stand in the JSON text, escapes and all',
      (body, input) => withRawFields(construction, body, input),
      'verbatim',
    ),
  ]
}

const separators = { newline: '\n', colon: ':', comma: ',', ampersand: '&', pipe: '|', dot: '.', space: ' ', hyphen: '-' }

function reserialised(body: string): string | undefined {
  return JSON.stringify(parsed(body))
}

function withUnsignedFields(construction: Construction, body: string, { values }: SigningInput): string {
  const signed = new Set(construction.parts.flatMap((part) => (part.body ? [part.body.slice(1)] : [])))
  const fields = Object.entries(parsed(body) ?? {}).filter(([name]) => !signed.has(name))
  return canonicalString(construction, values) + fields.map(([, value]) => String(value)).join('')
}

function withRawFields(construction: Construction, body: string, { values }: SigningInput): string {
  const raw = construction.parts.map((part) => {
    const name = part.body?.slice(1)
    const token = name && new RegExp(`"${name}"\\s*:\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(body)?.[1]
    return token || (values[part.name] ?? '')
  })
  return raw.join(construction.separator)
}

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
