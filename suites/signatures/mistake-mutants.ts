import type { Construction, Operation, RequestBody } from '../../contracts/contract.ts'
import { type Mistake, mistakes } from '../../contracts/mistakes.ts'
import { partValues, type SigningInput, sign } from '../../contracts/signing.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { signingInput } from '../../provider/signature.ts'
import { mutant } from '../mutant.ts'

/** A mistake, on the first legal form of the request on which it gives another signature than the right one. */
interface Trial {
  readonly mistake: Mistake
  readonly input: SigningInput
  readonly made: string
}

/** Providers that make each mistake of the catalogue: beside the right construction, and instead of it. */
export function mistakeMutants(operation: Operation, settings: Readonly<Record<string, string>>): Mutant[] {
  const { authentication, body } = operation
  if (authentication.kind !== 'signed' || !body) return []
  const { construction } = authentication.signature
  const named = forms(body, construction, settings)
  const tried = trials(construction, named)
  return tried.flatMap(({ mistake }) => {
    const same = tried.filter(({ input, made }) => mistake.sign(input) === made).map((trial) => `signature.${trial.mistake.id}`)
    return [
      mutant(operation, {
        id: `signature.beside.${mistake.id}`,
        title: `accepts, beside the right signature, one ${mistake.title}`,
        caughtBy: same,
        hooks: verifying(mistake, 'beside'),
      }),
      mutant(operation, {
        id: `signature.instead.${mistake.id}`,
        title: `accepts, instead of the right signature, one ${mistake.title}`,
        caughtBy: [...refusedRight(construction, named, mistake), ...same],
        hooks: verifying(mistake, 'instead'),
      }),
      ...(agreesOnOrdinary(construction, named, mistake) ? [belated(operation, mistake, refusedRight(construction, named, mistake))] : []),
    ]
  })
}

/** The ids of the mistakes that show: those that give another signature than the right one on some legal form of the request. */
export function shownMistakes(body: RequestBody, construction: Construction, settings: Readonly<Record<string, string>>): string[] {
  return trials(construction, forms(body, construction, settings)).map(({ mistake }) => mistake.id)
}

function trials(construction: Construction, named: readonly Form[]): Trial[] {
  const rights = named.map(([, input]) => ({ input, right: sign(construction, input) }))
  return mistakes(construction).flatMap((mistake) => {
    if (mistake.open) return []
    for (const { input, right } of rights) {
      const made = mistake.sign(input)
      if (made && made !== right) return [{ mistake, input, made }]
    }
    return []
  })
}

/** What shows that the right signature is refused: every right request, or only the forms on which the mistake does not agree with it. */
function refusedRight(construction: Construction, named: readonly Form[], mistake: Mistake): string[] {
  const differs = named.filter(([, input]) => mistake.sign(input) !== sign(construction, input)).map(([name]) => name)
  return differs.includes('ordinary') ? ['accepted'] : differs.map((name) => `signature.variety.${name}`)
}

/** It breaks nothing but that right signatures are accepted: by then the wrong ones were tried. */
function belated(operation: Operation, mistake: Mistake, caughtBy: readonly string[]): Mutant {
  return mutant(operation, {
    id: `signature.belated.${mistake.id}`,
    title: `accepts, instead of the right signature, one ${mistake.title}, from the first right one on that it refused for that`,
    caughtBy,
    hooks: ({ operation: { authentication }, settings }) => {
      let refused = false
      return {
        authenticate: (decision, request) => {
          if (authentication.kind !== 'signed' || (decision && decision.kind !== 'signature')) return decision
          const { header, construction } = authentication.signature
          const input = signingInput(authentication, settings, request)
          const made = mistake.sign(input)
          if (made === sign(construction, input)) return decision
          refused ||= !decision
          if (refused && made === request.headers[header.toLowerCase()]) return undefined
          return decision ?? { kind: 'signature', message: `${header}: found another value than expected.` }
        },
      }
    },
  })
}

function agreesOnOrdinary(construction: Construction, named: readonly Form[], mistake: Mistake): boolean {
  const ordinary = named.find(([name]) => name === 'ordinary')?.[1]
  return ordinary !== undefined && mistake.sign(ordinary) === sign(construction, ordinary)
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
