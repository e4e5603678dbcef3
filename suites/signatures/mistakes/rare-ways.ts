import { repeatedRoles, replayedRole } from '../../../engine/probes/roles.ts'
import { words } from '../../../text/words.ts'
import { seldomRequests } from './seldom-requests.ts'

/**
 * Ways to sign that few targets accept. There are more of them than a run has requests, so they travel with requests that have to be refused for
 * another reason as well: if one is accepted, that is a failure in either case. Each of the likeliest has its own carrier, by role.
 */
export const always: Readonly<Record<string, string>> = {
  // These have the form of a right one: a guard may look at nothing else where little or much is at stake, at first, or at what it knows.
  'habit.test': 'signs-seconds-as-milliseconds',
  'habit.large': 'signs-amount-in-units-of-6',
  opening: 'swaps-timestamp-amount',
  [replayedRole('body')]: 'signs-amount-times-100-as-number',
  control: 'swaps-merchant-code-timestamp',
  ...Object.fromEntries(Object.entries(seldomRequests).flatMap(([role, { always: way }]) => (way ? [[role, way]] : []))),
}

/**
 * What programs sign in place of a missing field, by the role of the request without it. Where only fields are missing, an empty text may be
 * right: typed languages read one, and which fields have to be there is not shown.
 */
export const lackingWords: Readonly<Record<string, string>> = {
  'fields.missing': 'undefined',
  'body.empty': '',
  'body.null': 'null',
  'body.text': 'None',
}

/** The other ways that a service is likeliest to accept in addition to the right one. */
export const likeliestWays = words(`
  uses-sha384 hashes-text-then-secret-with-md5 encodes-base64-without-padding encodes-hex-of-hex uses-sha3-256 separates-with-slash
  separates-with-semicolon keys-with-secret-and-api-key cuts-secret-to-32
`)

/** What programs do that are written for another service, or follow its description loosely: all but the bare digests have the form of a right signature. */
const naturalWays = words(`
  uses-sha512-256 hashes-without-key-with-md5 hashes-without-key-with-sha1 separates-with-underscore appends-newline-to-secret encodes-secret
  hex-encodes-secret hashes-secret-in-hexadecimal lowers-secret raises-secret swaps-key-and-text signs-hash-of-text
  signs-base64-of-text omits-identity prepends-method
`)

/** These, and what else services are known to sign: the others have the form of a right one, as what carries them is unusual otherwise. */
export const likelyWays = [
  ...naturalWays,
  ...words(`
    signs-json-of-parts keys-with-the-word-secret keys-with-the-word-test keys-with-the-word-changeme signs-amount-quoted signs-microseconds
    signs-json-array signs-twice-in-hexadecimal signs-sent-headers signs-amount-with-18-decimals signs-amount-with-4-decimals
    signs-amount-in-units-of-8 signs-amount-with-space-behind signs-token-in-title-case signs-token-quoted signs-token-with-space-behind
    signs-token-in-wide-letters signs-wallet-address-quoted signs-wallet-address-with-space-behind signs-merchant-code-with-space-behind
    signs-api-key-with-space-before signs-time-in-32-bits keys-with-the-word-password keys-with-the-word-key
  `),
]

/** What comparisons may drop from a signature, the likeliest first. */
export const droppedWays = words(`
  prefixes-hmac prefixes-algorithm-and-colon encodes-with-hyphens prefixes-hmac-algorithm single-quotes-signature prefixes-version
  encodes-with-colons encodes-with-spaces prefixes-hmac-algorithm-and-space
`)

/** Ways that hardly any service accepts, for requests that rarely reach a handler. */
export const occasionalWays = words(`
  separates-with-tab separates-with-carriage-return separates-with-comma-and-space separates-with-double-colon separates-with-double-pipe
  separates-with-plus separates-with-equals separates-with-tilde separates-with-asterisk separates-with-at-sign separates-with-nul
  signs-sent-headers-and-body signs-body-and-headers signs-all-fields-alone puts-fields-first signs-timestamp-alone prepends-secret
  appends-carriage-return doubles-text hashes-signature-in-hexadecimal uses-sha224 uses-sha3-512 uses-ripemd160 uses-blake2s256
  hashes-text-then-secret-with-sha1 hashes-text-then-secret-with-sha512 hashes-without-key-with-sha512 truncates-sha512 reverses-secret
  quotes-secret separates-with-hash
  hashes-secret-with-md5-in-hexadecimal writes-secret-in-utf-16 cuts-secret-to-8 cuts-secret-to-16 keys-with-secret-and-merchant-code
  keys-with-merchant-code-and-secret word-null word-true word-false word-debug word-admin word-bypass word-signature word-invalid word-NaN
  word-*
`)

/** These hold the right signature in another form. */
const dressed = words(`
  encodes-hex-of-base64 encodes-reversed prefixes-bearer doubles-signature reverses-signature takes-last-32-of-signature
  cuts-first-of-signature
`)

/** Requests among which ways are dealt, so that no two try the same one. */
interface Deck {
  readonly roles: readonly string[]
  readonly ways: readonly string[]
}

/** Those with nothing else unusual, which are sent again in other ways: whoever takes such a way and limits the age of a request takes these. */
const sentAgain = Object.keys(seldomRequests).flatMap((role) => (role in always ? repeatedRoles(role).again : []))
const formed = Object.keys(seldomRequests).filter((role) => !(role in always))

/** Some servers accept what is unusual about these. */
const borne = words(`
  habit.command-line fields.odd fields.long fields.alone body.media-type form.unadorned form.slash form.other-case
`)

const elsewhere = words(`
  form.unversioned form.double-slash form.encoded form.parameter form.suffix form.rare form.original-url form.overridden form.options
  form.other-method
`)

/** With these, a server has no body to read, or reads it differently. */
const malformed = words(`
  body.form body.parts body.xml body.array body.malformed body.deep fields.wrong-type fields.nothing method
`)

/** The likelier ways are dealt to the requests that are likelier to be accepted, natural ones three times as often as others. */
export const decks: readonly Deck[] = [
  { roles: sentAgain, ways: likeliestWays },
  { roles: [...formed, ...borne], ways: [...likelyWays, ...naturalWays, ...naturalWays] },
  { roles: ['form.forwarded'], ways: droppedWays.slice(0, 7) },
  {
    roles: [...elsewhere, 'habit.time-zero', 'wrong.no-json', ...malformed],
    ways: [...occasionalWays, ...dressed, ...droppedWays.slice(7)],
  },
]
