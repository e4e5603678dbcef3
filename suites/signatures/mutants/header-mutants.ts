import type { SignedHeaders } from '../../../contracts/contract.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import { statedTime } from '../../../contracts/signed-time.ts'
import type { SigningInput } from '../../../contracts/signing.ts'
import { regExpEscaped } from '../../../contracts/wildcard.ts'
import { valueAlterations } from '../../../engine/wrong-values/value-alterations.ts'
import type { RefusalKind } from '../../../provider/judgement/refusals.ts'
import { signatureProblem, signedInput } from '../../../provider/judgement/signature.ts'
import type { Hooks, Mutant, MutantContext } from '../../../provider/mutant.ts'
import type { Received } from '../../../provider/received.ts'
import { accepting, forgiving } from '../../hooks.ts'
import { type MakeMutant, withHeader } from '../../mutant.ts'
import { hardSpellings, rareKeyAlterations, settingParts } from '../headers/key-ids.ts'

/** Providers that are lax about the headers of a signed request: the key, the timestamp, or whether there is a signature. */
export function headerMutants(authentication: SignedHeaders, make: MakeMutant): Mutant[] {
  const { key, timestamp, signature } = authentication
  const ownKey = (id: string, title: string, isTaken: (given: string | undefined, right: string) => boolean): Mutant =>
    make(id, title, ({ settings }) => {
      const right = settingValue(settings, key.setting)
      return {
        receive: (request) => (isTaken(receivedHeader(request, key.header), right) ? withHeader(request, key.header, right) : request),
      }
    })
  const anyKey = (id: string, title: string, accepts: (value: string, right: string) => boolean, setting = key.setting): Mutant =>
    make(id, title, (context) => {
      const right = settingValue(context.settings, setting)
      return verifying(authentication, context, 'key', (request) => accepts(receivedHeader(request, key.header) ?? '', right))
    })
  return [
    ownKey('needs-no-key', `takes its own key where ${key.header} is missing`, (given) => given === undefined),
    ownKey('ignores-key', `takes its own key whatever ${key.header} holds`, () => true),
    ...likeOwnKey.map(([id, title, isLike]) => ownKey(id, title, (given = '', right) => isLike(given, right))),
    anyKey('accepts-any-key', `verifies over any key in ${key.header}`, () => true),
    anyKey('ignores-case-of-key', 'verifies over the key in any case', (value, right) => value.toLowerCase() === right.toLowerCase()),
    anyKey('accepts-key-cut-short', 'verifies over a key that is cut short', (value, right) => value !== '' && right.startsWith(value)),
    anyKey(
      'accepts-key-extended',
      'verifies over a key with more behind it',
      (value, right) => value.startsWith(right) && /\w$/.test(value),
    ),
    anyKey('accepts-key-read-oddly', 'verifies over a key that is spelled in any of the ways that hardly any server reads', isHardlyRead),
    anyKey('accepts-key-read-rarely', 'verifies over a key that is spelled in any of the ways that few servers read', isRarelyRead),
    anyKey('puts-key-into-query', 'verifies over a key that it looks up by a query that it is put into', (given) =>
      given.includes("' OR '1'='1"),
    ),
    anyKey('looks-key-up-as-pattern', 'looks a key up as a pattern of SQL, where _ is any letter, and verifies over it', (given, right) =>
      new RegExp(`^${regExpEscaped(given).replaceAll('_', '.')}$`).test(right),
    ),
    ...valueAlterations.flatMap(({ id, title, lax }) =>
      id === 'middle-changed' ? anyKey(`accepts-key-${id}`, `verifies over a key with ${title}`, lax) : [],
    ),
    ...settingParts(authentication).map(({ name, setting }) => {
      const title = `knows a merchant by its ${name} as well, and verifies over that`
      return anyKey(`accepts-${kebab(name)}-as-key`, title, (value, right) => value === right, setting)
    }),
    make('needs-no-timestamp', `verifies without ${timestamp.header}`, (context) =>
      verifying(authentication, context, 'header', (request) => receivedHeader(request, timestamp.header) === undefined),
    ),
    make('needs-no-signature', `accepts a request without ${signature.header}`, () =>
      forgiving(['header'], (request) => receivedHeader(request, signature.header) === undefined),
    ),
    make('needs-key-alone', `accepts a request with ${key.header} and no other signed header`, () =>
      forgiving(['header'], (request) => {
        const [own, ...others] = [key, timestamp, signature].map(({ header }) => receivedHeader(request, header))
        return Boolean(own) && others.every((value) => value === undefined)
      }),
    ),
    make('needs-none', 'accepts a request without any signed header', () =>
      accepting((request) => [key, timestamp, signature].every(({ header }) => receivedHeader(request, header) === undefined)),
    ),
    ...(signature.construction.parts.some(({ unit }) => unit)
      ? [
          make('accepts-earlier-timestamp', 'accepts a signature over the timestamp of an earlier request', (context) =>
            overEarlierTimestamp(authentication, context),
          ),
        ]
      : []),
  ]
}

/** Keys that are taken for the right one; the signature is then verified with the right one. */
const likeOwnKey: readonly (readonly [id: string, title: string, isLike: (given: string, right: string) => boolean])[] = [
  [
    'finds-key-in-any-case',
    'finds the key in any case, and verifies over it',
    (given, right) => given.toLowerCase() === right.toLowerCase(),
  ],
  ['takes-first-key', 'takes the first of a list of keys', (given, right) => given.split(', ')[0] === right],
  ['takes-key-behind-scheme', 'takes the key behind the name of a scheme', (given, right) => given.replace(/^\w+ /, '') === right],
  [
    'ignores-first-of-key',
    'finds the key without its first character',
    (given, right) => given.length === right.length && given.slice(1) === right.slice(1),
  ],
  ['takes-key-before-word', 'takes the key before a space', (given, right) => given.split(' ')[0] === right],
  ['takes-key-before-colon', 'takes the key before a colon', (given, right) => given.split(':')[0] === right],
  ['takes-key-behind-colon', 'takes the key behind a colon', (given, right) => given.split(':').at(-1) === right],
  ['takes-key-behind-equals-sign', 'takes the key behind an equals sign', (given, right) => given.split('=').at(-1) === right],
  ['finds-key-by-beginning', 'finds the key that begins with what is sent', (given, right) => given.length > 7 && right.startsWith(given)],
  ['takes-empty-key', 'takes its own key where there is nothing in the header', (given) => given === ''],
  [
    'trims-key',
    'takes the key without the spaces behind it, read as characters or as UTF-8',
    (given, right) => [given, Buffer.from(given, 'latin1').toString()].some((read) => read.replace(/[\s\u200b]+$/, '') === right),
  ],
  ['reads-key-rarely', 'takes for the key what is read as it in any of the ways that few servers have', isRarelyRead],
  ['reads-key-oddly', 'takes for the key what is read as it in any of the ways that hardly any server has', isHardlyRead],
  ['takes-last-key', 'takes the last of a list of keys', (given, right) => given.split(', ').at(-1) === right],
]

function isRarelyRead(given: string, right: string): boolean {
  return rareKeyAlterations.some(({ lax }) => lax(given, right))
}

function isHardlyRead(given: string, right: string): boolean {
  return hardSpellings.some((spell) => given === spell(right))
}

/** Passes over what such requests are refused for, and verifies the signature. */
function verifying(
  authentication: SignedHeaders,
  { settings }: MutantContext,
  reason: RefusalKind,
  isTaken: (request: Received) => boolean,
): Hooks {
  return {
    authenticate: (decision, request) =>
      decision?.kind === reason && isTaken(request) ? signatureProblem(authentication, request, { settings, behaviour: {} }) : decision,
  }
}

function overEarlierTimestamp(authentication: SignedHeaders, { settings }: MutantContext): Hooks {
  const { header } = authentication.timestamp
  const earlier = new Set<string>()
  return {
    authenticate: (decision, request) => {
      const time = receivedHeader(request, header)
      if (!decision && time !== undefined) earlier.add(time)
      if (decision?.kind !== 'signature') return decision
      const isKnown = [...earlier].some(
        (each) => !signatureProblem(authentication, withHeader(request, header, each), { settings, behaviour: {} }),
      )
      return isKnown ? undefined : decision
    },
  }
}

/** Also takes these signatures of what a request holds. */
export function alsoTaking(
  authentication: SignedHeaders,
  signaturesOf: (input: SigningInput, request: Received) => readonly (string | undefined)[],
): Mutant['hooks'] {
  return ({ settings }) =>
    forgiving(['signature'], (request) => {
      const given = receivedHeader(request, authentication.signature.header)
      return given !== undefined && signaturesOf(signedInput(authentication, settings, request), request).includes(given)
    })
}

export function receivedHeader({ headers }: Received, name: string): string | undefined {
  return headers[name.toLowerCase()]
}

/** The time that a request says it was signed at, in milliseconds since the Unix epoch; not a number if it says none. */
export function receivedTime(request: Received, { timestamp: { header, unit } }: SignedHeaders): number {
  return statedTime(receivedHeader(request, header), unit)
}
