import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import type { Contract } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Secret } from '../../engine/client/transport/connection.ts'
import { secretsOf, type Target } from '../../engine/target.ts'
import { secretVariations } from '../../engine/wrong-values/secret-variations.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { memoized } from '../../language/memoized.ts'
import { isOrdinary, ordinaryWords } from '../../targets/ordinary-words.ts'
import { unpackings } from './compressed.ts'
import { encodedVariations, type Form, formsOf, isShortNumber, type Occurrence, plainForm } from './forms.ts'
import { type Finder, finderOf, placesAsIs, placesBy } from './occurrences.ts'
import type { SearchTime } from './search-time.ts'
import { encodedForms } from './spelling.ts'

/** Takes the secrets out of a text, in any spelling, and puts `«accessToken»` in the place of each. */
export type Redaction = (text: string) => string

/** The redactions of what a target sent and of what it was sent, for a target's secret settings. */
export interface Redactions extends Ways {
  /** The same, which give up when their time is over. */
  readonly hurried: (time: SearchTime) => Ways
}

interface Ways {
  /** Keeps ordinary words: removing one would change what an answer says, and disclose the word. */
  readonly received: Redaction
  /** Takes ordinary words out as well. */
  readonly sent: Redaction
}

/** The redaction of a target's secret settings, of the values that probes made from them, and of what signatures join. */
export function redactionOf(contract: Contract, target: Target): Redaction {
  return redactionsOf(contract, target).received
}

/** Both redactions of a target, including `named` values and values that a run derived from secrets with its seed. */
export function redactionsOf(contract: Contract, target: Target, named: readonly Secret[] = [], seed = ''): Redactions {
  const finders = getOrInsert(targetFinders(contract)(target), seed, () => findersOfTarget(contract, target, seed))
  const forms = named.flatMap(namedForms)
  const finder = finderOf(forms, finders.received)
  const sentFinder = finders.sent === finders.received ? finder : finderOf(forms, finders.sent)
  const ways = (time?: SearchTime) => {
    const received = replacement(finder, time, finders.kept)
    return { received, sent: sentFinder === finder ? received : replacement(sentFinder, time) }
  }
  return { ...ways(), hurried: ways }
}

/** The finders for a target's secrets and a run's seed: a run needs them three times, and they are expensive to make. */
const targetFinders = memoized((_: Contract) => memoized((_target: Target) => new Map<string, TargetFinders>()))

interface TargetFinders extends Readonly<Record<'received' | 'sent', Finder>> {
  /** The secrets that are ordinary words: nothing is taken out of one where a target writes it. */
  readonly kept: ReadonlySet<string>
}

function findersOfTarget(contract: Contract, target: Target, seed: string): TargetFinders {
  const secrets = secretsOf(contract, target)
  const hashed = digestsOf([
    ...secrets,
    ...presentedWhole(contract, secrets),
    ...secrets.map(({ name, value }) => ({ name, value: `${value}\n` })),
  ])
  const digests = hashed.flatMap((digest) => {
    const [, ...encoded] = namedForms(digest)
    return [{ ...plainForm(digest.name, digest.value), leastPart: leastOfDigest }, ...encoded]
  })
  const ordinary = ordinaryWords(contract, target)
  const all = [...joinedSecrets(contract, secrets, ordinary), ...secrets, ...(target.connection?.hidden ?? [])]
  const variations = secretVariations(contract, target, seed)
  const digestFinder = finderOf(digests)
  const received = secretFinder(all, variations, digestFinder, ordinary)
  const kept = new Set(secrets.flatMap(({ value }) => (isOrdinary(value, ordinary) ? value.toLowerCase() : [])))
  return { received, sent: kept.size === 0 ? received : secretFinder(all, variations, digestFinder), kept }
}

/** This much of a digest, as a fingerprint writes it between colons, is no coincidence. */
const leastOfDigest = 24

/** Credentials as their header has them: a target may hash the whole of it, as a shell does the line that `echo` ends. */
function presentedWhole({ operations }: Contract, secrets: readonly Secret[]): Secret[] {
  const schemes = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication] : []))
  return secrets.flatMap(({ name, value }) =>
    schemes.flatMap(({ setting, scheme }) => (setting === name ? [{ name, value: `${scheme} ${value}` }] : [])),
  )
}

const digests =
  'md5 sha1 sha224 sha256 sha384 sha512 sha512-224 sha512-256 sha3-224 sha3-256 sha3-384 sha3-512 ripemd160 blake2b512 blake2s256'.split(
    ' ',
  )

/** An unkeyed digest of a guessable secret confirms a guess. */
function digestsOf(secrets: readonly Secret[]): Secret[] {
  return secrets.flatMap(({ name, value }) =>
    digests.map((hash) => ({ name: `${name}, ${hash}`, value: createHash(hash).update(value).digest('hex') })),
  )
}

/**
 * One pass over a text finds every form of every secret; each layer of escapes takes another. `variations` are values that probes made from the
 * secrets, `named` ones are matched as they are or in base64, each under its own name.
 */
export function createRedaction(secrets: readonly Secret[], variations: readonly string[] = [], named: readonly Secret[] = []): Redaction {
  return replacement(secretFinder(secrets, variations, finderOf(named.flatMap(namedForms))))
}

/**
 * Finds what `more` does, secrets, and those variations that contain nothing of either, such as digests; a form that equals one of the `ordinary`
 * words discloses nothing, and is kept.
 */
function secretFinder(secrets: readonly Secret[], variations: readonly string[], more: Finder, ordinary?: ReadonlySet<string>): Finder {
  const told = (forms: readonly Form[]) => forms.filter(({ value }) => !ordinary || !isOrdinary(value, ordinary))
  const own = finderOf(told([...secrets.flatMap(formsOf), ...encodedVariations(variations)]), more)
  const isShown = (value: string) => replaced(value, placesAsIs(own, value)).replace(/«[^«»]*»/g, '').length > mostShown
  const unknown = [...new Set(variations)].filter((value) => isShown(value) && !(ordinary && isShortNumber(value)))
  return finderOf(told(unknown.flatMap((value) => formsOf({ name: 'altered credential', value }))), own)
}

/** How much may be left of a variation that contained a secret. */
const mostShown = 3

/**
 * Takes the secrets out of bytes: as text where they are UTF-8, else byte by byte. Of bytes that hold a secret in a coding that nobody
 * undid, since it was not named or is not whole, nothing is left, nor of those that hold more than is searched.
 */
export function redactBytes(redact: Redaction, bytes: Buffer, depth: number = mostCodings): Buffer {
  if (isUtf8(bytes)) {
    const text = bytes.toString('utf8')
    const shown = redact(text)
    return shown === text ? bytes : Buffer.from(shown, 'utf8')
  }
  const isShown = (inner: Buffer | 'too much') => inner !== 'too much' && inner.equals(redactBytes(redact, inner, depth - 1))
  if (depth > 0 && !unpackings(bytes).every(isShown)) return Buffer.from('«secret, compressed»', 'latin1')
  const shown = Buffer.from(redact(bytes.toString('latin1')), 'latin1')
  // What is UTF-8 but for a byte is read as such by people, too: letters of another width, say, or nothing between letters.
  const read = shown.toString('utf8')
  return redact(read) === read ? shown : Buffer.from('«secret, among bytes»', 'latin1')
}

/** How many layers of compression are undone. */
const mostCodings = 2

/** A value as it is and in base64: hexadecimal in any case, cut where nothing else begins so; and the bytes of either in the other. */
function namedForms({ name, value }: Secret): Form[] {
  const isHex = /^[0-9a-f]+$/i.test(value)
  const shown = { exact: true, whole: false, leastCut: Number.POSITIVE_INFINITY }
  const encoded = encodedForms(value).filter(({ encoding }) => encoding === 'base64')
  const bytes = Buffer.from(value, isHex ? 'hex' : 'base64')
  const inOther = bytes.toString(isHex ? 'base64' : 'hex').replace(/=+$/, '')
  return [
    { ...shown, label: name, value, ...(isHex && { exact: false, leastCut: leastOfCutDigest }) },
    ...encoded.map((form) => ({ ...shown, label: `${name}, base64`, value: form.value })),
    ...(inOther.length >= wholeDigest ? [{ ...shown, label: name, value: inOther, exact: isHex }] : []),
  ]
}

const leastOfCutDigest = 16
/** The bytes of anything shorter are of no digest. */
const wholeDigest = 20

function replacement(finder: Finder, time?: SearchTime, kept: ReadonlySet<string> = new Set()): Redaction {
  return remembering((text) => {
    const found = placesBy(finder, text, time)
    const places = kept.size === 0 ? found : found.filter((place) => !kept.has(wordAround(text, place).toLowerCase()))
    return places.length === 0 ? text : replaced(text, places)
  })
}

/** The word that a place is a part of: what is like a part of a secret stands in the whole of an ordinary one. */
function wordAround(text: string, { start, end }: Occurrence): string {
  const [before] = /[\w-]*$/.exec(text.slice(Math.max(0, start - longestWord), start)) ?? ['']
  const [after] = /^[\w-]*/.exec(text.slice(end, end + longestWord)) ?? ['']
  return `${before}${text.slice(start, end)}${after}`
}

const longestWord = 64

/** Most header fields of a run repeat: results for short texts are cached, as far as there is room. */
function remembering(redact: Redaction): Redaction {
  const known = new Map<string, string>()
  let room = mostKnown
  return (text) => {
    if (text.length > longestKnown) return redact(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const found = redact(text)
    room -= text.length
    if (room >= 0) known.set(text, found)
    return found
  }
}

const longestKnown = 1 << 13
/** In characters. */
const mostKnown = 1 << 20

/** Places that overlap are one, under the name of the first and longest. */
function replaced(text: string, places: readonly Occurrence[]): string {
  let result = ''
  let done = 0
  for (const { start, end, label } of [...places].sort((one, other) => one.start - other.start || other.end - one.end)) {
    if (start >= done) result += `${text.slice(done, start)}«${label}»`
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}

/** Secrets that a signature joins without a separator: a short one is inside a longer word then. Two ordinary words disclose nothing. */
function joinedSecrets({ operations }: Contract, secrets: readonly Secret[], ordinary: ReadonlySet<string>): Secret[] {
  return operations.filter(isSigned).flatMap(({ authentication: { key, signature } }) => {
    const { parts, separator } = signature.construction
    const settings = parts.map(({ header, setting }) => (header === key.header ? key.setting : setting))
    const values = settings.map((setting) => secrets.find(({ name }) => name === setting))
    return values.flatMap((one, at) => {
      const next = values[at + 1]
      const isSecret = one && next && !(isOrdinary(one.value, ordinary) && isOrdinary(next.value, ordinary))
      return isSecret ? [{ name: `${one.name} ${next.name}`, value: `${one.value}${separator}${next.value}` }] : []
    })
  })
}
