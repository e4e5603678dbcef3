import type { Construction, Operation, RequestBody } from '../../contracts/contract.ts'
import { type Mistake, mistakes } from '../../contracts/mistakes.ts'
import { partValues, type SigningInput, sign } from '../../contracts/signing.ts'
import type { Mutant } from '../mutant.ts'
import { signingInput } from '../signature.ts'
import { mutant } from './make.ts'

/** Providers that make each mistake of the catalogue: beside the right construction, and instead of it. */
export function mistakeMutants(operation: Operation, settings: Readonly<Record<string, string>>): Mutant[] {
  const { authentication, body } = operation
  if (authentication.kind !== 'signed' || !body) return []
  const { construction } = authentication.signature
  const shown = showing(body, construction, settings)
  return shown.flatMap((mistake) => [
    mutant(operation, {
      id: `signature.beside.${mistake.id}`,
      title: `accepts, beside the right signature, one ${mistake.title}`,
      caughtBy: sameOnTheirForm(body, construction, settings, mistake).map((id) => `signature.${id}`),
      hooks: verifying(mistake, 'beside'),
    }),
    mutant(operation, {
      id: `signature.instead.${mistake.id}`,
      title: `accepts, instead of the right signature, one ${mistake.title}`,
      caughtBy: caughtInstead(body, construction, settings, mistake),
      hooks: verifying(mistake, 'instead'),
    }),
  ])
}

/** The mistakes that show: those that give another signature than the right one on some legal form of the request. */
export function showing(body: RequestBody, construction: Construction, settings: Readonly<Record<string, string>>): Mistake[] {
  return mistakes(construction).filter((mistake) => !mistake.open && formFor(body, construction, settings, mistake))
}

function verifying(mistake: Mistake, how: 'beside' | 'instead'): Mutant['hooks'] {
  return ({ operation: { authentication }, settings }) => ({
    authenticate: (decision, request) => {
      if (authentication.kind !== 'signed' || (decision && decision.kind !== 'signature')) return decision
      const { header } = authentication.signature
      const made = mistake.sign(signingInput(authentication, settings, request))
      const matches = made !== undefined && made !== '' && request.headers[header.toLowerCase()] === made
      if (matches) return undefined
      if (how === 'beside' || decision) return decision
      return { kind: 'signature', message: `${header}: found another value than expected.` }
    },
  })
}

/** The mistakes that cannot be told from one on the form of the request on which they are tried. */
function sameOnTheirForm(
  body: RequestBody,
  construction: Construction,
  settings: Readonly<Record<string, string>>,
  mistake: Mistake,
): string[] {
  return showing(body, construction, settings)
    .filter((other) => {
      const input = formFor(body, construction, settings, other)
      return input !== undefined && other.sign(input) === mistake.sign(input)
    })
    .map(({ id }) => id)
}

/** The right signature is refused, and the wrong one accepted; where both agree on the ordinary request, only on the forms where they do not. */
function caughtInstead(
  body: RequestBody,
  construction: Construction,
  settings: Readonly<Record<string, string>>,
  mistake: Mistake,
): string[] {
  const named = forms(body, construction, settings)
  const accepted = sameOnTheirForm(body, construction, settings, mistake).map((id) => `signature.${id}`)
  const differs = named.filter(([, input]) => mistake.sign(input) !== sign(construction, input)).map(([name]) => name)
  if (differs.includes('ordinary')) return ['accepted', ...accepted]
  return [...differs.map((name) => `signature.variety.${name}`), ...accepted]
}

/** The first form on which a mistake gives another signature than the right one. */
function formFor(
  body: RequestBody,
  construction: Construction,
  settings: Readonly<Record<string, string>>,
  mistake: Mistake,
): SigningInput | undefined {
  return forms(body, construction, settings)
    .map(([, input]) => input)
    .find((input) => {
      const made = mistake.sign(input)
      return made !== undefined && made !== '' && made !== sign(construction, input)
    })
}

type Form = readonly [name: string, input: SigningInput]

/** The ordinary request, and the legal forms of it on which the mistakes that agree with it can show. */
function forms(body: RequestBody, construction: Construction, settings: Readonly<Record<string, string>>): Form[] {
  const fields = Object.fromEntries(
    body.fields.map(({ name, value }) => [name, 'setting' in value ? settings[value.setting] : value.value]),
  )
  const decimals = construction.parts
    .filter(({ kind, body: field }) => kind === 'decimal' && field)
    .map(({ body: field }) => (field ?? '').slice(1))
  const zeros = Object.fromEntries(decimals.map((name) => [name, withTrailingZero(String(fields[name]))]))
  const made = (name: string, values: Record<string, unknown>, write: (value: Record<string, unknown>) => string): Form => {
    const headers = Object.fromEntries(
      construction.parts.flatMap(({ header, setting }) => (header ? [[header, sampled(header, setting)]] : [])),
    )
    return [
      name,
      {
        values: partValues(construction, { headers, settings, body: values }),
        secret: settings[construction.key] ?? '',
        body: write(values),
      },
    ]
  }
  return [
    made('ordinary', fields, JSON.stringify),
    made('trailing-zeros', { ...fields, ...zeros }, JSON.stringify),
    made('spacing', fields, (value) => `\n${JSON.stringify(value, null, '\t')} \r\n`),
    made('key-order', Object.fromEntries(Object.entries(fields).reverse()), JSON.stringify),
    made('escapes', fields, escaped),
  ]
}

/** Any time and any key will do: what is compared is signed over the same. */
function sampled(header: string, setting: string | undefined): string {
  return /time/i.test(header) ? '1700000000123' : `Sample${setting ?? header}`
}

function withTrailingZero(decimal: string): string {
  return decimal.includes('.') ? `${decimal}0` : `${decimal}.0`
}

function escaped(value: Record<string, unknown>): string {
  const members = Object.entries(value).map(
    ([name, member]) => `"${name}":"\\u${String(member).charCodeAt(0).toString(16).padStart(4, '0')}${String(member).slice(1)}"`,
  )
  return `{${members.join(',')}}`
}
