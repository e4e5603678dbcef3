import type { Contract } from '../../contracts/contract.ts'
import { credentialText, placeNamed } from '../../contracts/credential-place.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import { ordinaryAgentOf } from '../../engine/client/user-agents.ts'
import { type Changes, credentialFields } from '../../engine/probes/request.ts'
import { behindRole, controlRoles, lateRole, openingRole, withoutRole } from '../../engine/probes/roles.ts'
import { createSeed, type Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { likelyWord } from '../../engine/wrong-values/stand-ins.ts'
import { openingValue, valueAlterations } from '../../engine/wrong-values/value-alterations.ts'
import { memoized } from '../../language/memoized.ts'
import { words } from '../../text/words.ts'
import { withGivenCookies } from '../access/edited-request.ts'
import { askedWrongly } from '../access/formed-requests.ts'
import { type OtherPage, otherPages } from '../access/listed-forms.ts'
import { orPlain } from '../access/refused-otherwise.ts'
import { asPreferred, type Preference } from '../answers/probe.ts'
import { foreignCredentials } from './foreign.ts'
import { presenting, type WrongCredential, wordNumbers } from './wrong-credential.ts'
import { wrongPlaces } from './wrong-places.ts'
import { wrongSchemes } from './wrong-schemes.ts'

const unseeded = createSeed('')
/** The altered values that a quick run tries too. */
const quickValues = new Set(words('other-value altered-case truncated extended middle-changed'))

export function wrongCredentials(contract: Contract, operation: SchemeOperation): WrongCredential[] {
  return [
    ...absent(operation),
    ...values(operation),
    ...several(operation),
    ...wrongSchemes(contract, operation),
    ...wrongPlaces(operation),
    ...foreignCredentials(contract, operation),
  ]
}

/** A wrong value that is sent before any right one, and before any of Assay's name: whoever trusts the first that comes is found out. */
export function openingCredential(operation: SchemeOperation): WrongCredential {
  const named = { role: openingRole, requirement: 'value', title: 'with another character in its middle, before any right one' } as const
  return presenting(operation, named, (value, seed) => ({
    headers: [
      ...credentialFields(operation.authentication, openingValue(value, seed)),
      ['user-agent', ordinaryAgentOf(seed, `${operation.id}/${openingRole}`)],
    ],
  }))
}

/** No credential but the cookies that it was given, and nothing in its body, on the connection of a right one that was just answered. */
export function trailingCredential(operation: SchemeOperation): WrongCredential {
  const { header } = operation.authentication
  const title = `without ${header}, right behind a right one on its connection`
  const named = { role: behindRole, requirement: 'required', title, onControl: true } as const
  const nothing = presenting(operation, named, () => ({}))
  const bare = asPreferred(operation, 'accept-any', nothing)
  const trailing: WrongCredential = isCookie(operation)
    ? bare
    : { ...bare, build: (client, sent) => withGivenCookies(bare.build(client, sent), sent.get(controlRoles.before)) }
  if (!operation.body || operation.movesMoney) return trailing
  const empty: WrongCredential = {
    ...trailing,
    title: `${title}, with nothing in its body`,
    nature: 'open',
    build: (client, sent) => ({ ...trailing.build(client, sent), body: Buffer.alloc(0) }),
  }
  return orPlain(operation, empty, trailing)
}

/** Sent when all else was answered, on a connection of right ones: a mock may be strict for as many requests as a run has, and then no more. */
export function lateCredential(operation: SchemeOperation): WrongCredential {
  const title = 'with a word that stands for anybody as its credential, after all others'
  const named = { role: lateRole, requirement: 'value', title, isExtended: true, onControl: true } as const
  const present = (value: string, seed: Seed): Changes => ({ headers: credentialFields(operation.authentication, likelyWord(value, seed)) })
  return presenting(operation, named, present, wordNumbers.late)
}

/** True for a credential that is a cookie: an answer may set it anew, so that no cookie is brought back. */
export function isCookie({ authentication }: SchemeOperation): boolean {
  return placeNamed(authentication.header).in === 'cookie'
}

/** The altered values of clients that take any answer, or do not say which: they carry nothing else that is unusual. */
const preferred: ReadonlyMap<string, Preference> = new Map([
  ['extended', 'accept-any'],
  ['truncated', 'accept-none'],
])

function absent(operation: SchemeOperation): WrongCredential[] {
  const { header, scheme } = operation.authentication
  return [
    presenting(operation, { role: withoutRole, requirement: 'required', title: `without ${header}`, whenDenied: withoutRole }, () => ({})),
    asPreferred(
      operation,
      'accept-none',
      presenting(operation, { role: 'empty', requirement: 'required', title: `with no credential in its ${header}` }, () => ({
        headers: [[header, scheme]],
      })),
    ),
  ]
}

/**
 * Tells a value that is made of the right one or proves who sends another operation, asked for as the right one is, as all are that a quick run
 * tries too.
 */
export function askedPlainly(operation: SchemeOperation): (wrong: WrongCredential) => boolean {
  const places = askedElsewhere(operation)
  const isAltered = (role: string) => valueAlterations.some(({ id, standsIn }) => id === role && !standsIn && !places.has(id))
  return ({ role, requirement, isExtended }) => isExtended === true && (requirement === 'own' || isAltered(role))
}

interface Place extends OtherPage {
  /** The request of a listed form that it is, which needs no other wrong value. */
  readonly role?: string
}

/** The values that ask for something else, if there is something: first those in the form of the right one, as a guard may look at no more. */
const movable = [
  ...words('other-value first-changed last-changed'),
  ...valueAlterations.flatMap(({ id, standsIn }) => (standsIn ? [id] : [])),
]

/**
 * What they ask for, by their ids. The one with a letter in another case has the length, the signs and the beginning of the right one: it asks for
 * a far page. Not every credential has a letter, and each form needs a wrong value.
 */
export const askedElsewhere = memoized((operation: SchemeOperation): ReadonlyMap<string, Place> => {
  if (operation.movesMoney) return new Map()
  const forms = askedWrongly(operation).map(([role, changes]) => ({ role, changes }))
  const [next = '', ...others] = movable.slice(forms.length)
  return new Map([...placed(movable, forms), ...placed([next, 'altered-case', ...others], otherPages(operation))])
})

function placed(ids: readonly string[], places: readonly Place[]): [id: string, place: Place][] {
  return ids.flatMap((id, at) => (places[at] ? [[id, places[at]]] : []))
}

/**
 * Those that are sent again to the letter, as the right one is asked for, the first that asks for something else: a server may keep what it refused,
 * and take it from then on, and one that refuses in the same way whatever it does not expect shows nothing of it elsewhere.
 */
const sentAgain = ['altered-case', 'word-other']

function values(operation: SchemeOperation): WrongCredential[] {
  const places = askedElsewhere(operation)
  const again = sentAgain.find((id) => places.has(id)) ?? sentAgain.at(-1)
  return valueAlterations.map((alteration) => {
    const { id, title, alter, isAlwaysOther } = alteration
    const { changes, nearer } = places.get(id) ?? {}
    const present = (role: string, asked: typeof changes) => {
      const sent = `with ${title} as its credential${asked ? ', for other inputs than ordinary ones' : ''}`
      return presenting(operation, { role, requirement: 'value', title: sent }, (value, seed, target) => ({
        headers: credentialFields(operation.authentication, alter(value, seed)),
        ...asked?.(target),
      }))
    }
    const preference = preferred.get(id)
    const bare = present(id, undefined)
    const plain = preference ? asPreferred(operation, preference, bare) : bare
    const near = nearer && present(id, nearer)
    return {
      ...(changes ? orPlain(operation, present(id, changes), near, bare) : plain),
      buildAgain: id === again ? () => bare.build : undefined,
      omitted: ({ settings }: Target) => {
        const right = settingValue(settings, operation.authentication.setting)
        const altered = isAlwaysOther ? '' : alter(right, unseeded)
        return altered === right || right === '' || Object.values(settings).includes(altered)
          ? 'With this credential, the value is not wrong.'
          : undefined
      },
      isExtended: !quickValues.has(id),
      // Jetty 11 keeps the headers of a connection, and reads one that comes in another case as the one it kept.
      onControl: id === 'altered-case',
    }
  })
}

/** The same header several times, or a list in it: the right credential is not what stands in the header. */
function several(operation: SchemeOperation): WrongCredential[] {
  const { header, scheme } = operation.authentication
  // Which of two parameters or cookies of a name counts is nowhere said.
  if (placeNamed(header).in !== 'header') return []
  const before = scheme === '' ? scheme : scheme.toLowerCase() === 'basic' ? 'Bearer' : 'Basic'
  const sent = (role: string, title: string, lines: (value: string, seed: Seed) => readonly string[]): WrongCredential =>
    presenting(operation, { role, requirement: 'value', title, isExtended: true }, (value, seed) => ({
      headers: lines(value, seed).map((line) => [header, line] as const),
    }))
  return [
    // Behind another scheme: what looks for its own scheme anywhere in a header finds it. Some servers read the first of a name and some the
    // last, and which of them counts is nowhere said: neither is the right one.
    sent('between', `with ${header} three times, the right one between others that hold it behind a wrong one`, (value, seed) => {
      const right = credentialText(scheme, value)
      const behindWrong = `${credentialText(before, openingValue(value, seed))}, ${right}`
      return [behindWrong, right, behindWrong]
    }),
    sent('by-name', `with the right one by a name in ${header}, as schemes write parameters`, (value) => [
      credentialText(scheme, `token="${value}"`),
    ]),
  ]
}
