import type { Contract, Operation } from '../../contracts/contract.ts'
import { hasScheme, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import type { Controlled } from '../../engine/probes/controlled-plan.ts'
import { searchingFaults } from '../../engine/probes/fault-search.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { bareRequest, type Changes, credentialFields, rightRequest } from '../../engine/probes/request.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { ownSeed, type Seed } from '../../engine/seed.ts'
import { likelyWord, wordForAnybody } from '../../engine/wrong-values/stand-ins.ts'
import { otherLetters } from '../../engine/wrong-values/value-alterations.ts'
import { memoized } from '../../language/memoized.ts'
import { words } from '../../text/words.ts'
import { usualPages, withCircumstances } from '../access/circumstances.ts'
import { formedRequests, type Wrongly } from '../access/formed-requests.ts'
import { credentialOf, type WrongCredential, wordNumbers } from './wrong-credential.ts'
import { askedElsewhere, askedPlainly, openingCredential, trailingCredential, wrongCredentials } from './wrong-credentials.ts'

/** Sends a wrong credential, then a right one, then every wrong one side by side with some right ones, and finally a right one. */
export function credentialProbe(contract: Contract, operation: Operation): Probe {
  const right: Controlled['right'] = ({ target }) => rightRequest(operation, target)
  const bare = { id: `${operation.id}.credential`, operation, right, rightAmong: operation.movesMoney ? 0 : 1, repeats: 1 }
  if (!hasScheme(operation)) return controlledProbe({ ...bare, stages: [] })
  const tried = burst(contract)(operation).filter(({ within }) => within === undefined)
  const probe = controlledProbe({
    ...bare,
    opening: openingCredential(operation),
    early: (seed, wanted) => earlyRoles(contract, operation, seed, wanted),
    stages: [{ requests: [trailingCredential(operation)] }, { requests: tried }],
  })
  return searchingFaults(probe, operation)
}

/** Wrong values with the same form as the right one, and with its words if it is made of words. */
const plausible = ['middle-changed', 'altered-case']

/** How many are sent between the first wrong one and the right one: the right one has another place in each operation. */
const between = [0, 1]

function earlyRoles({ operations }: Contract, { id }: Operation, seed: Seed, wanted: ReadonlySet<string>): string[] {
  const place = operations.filter(hasScheme).findIndex((operation) => operation.id === id)
  const choices = plausible.filter((role) => wanted.has(repeatedRoles(role).early))
  const count = seed.shuffled('openings', between)[place % between.length]
  return seed.shuffled(`${id}.credential.early`, choices).slice(0, count)
}

export function allWrongCredentials(contract: Contract, operation: Operation): WrongCredential[] {
  if (!hasScheme(operation)) return []
  return [openingCredential(operation), trailingCredential(operation), ...burst(contract)(operation)]
}

/** What is sent side by side; the probe and the checks are both made from this. */
const burst = memoized((contract: Contract) =>
  memoized((operation: SchemeOperation): WrongCredential[] => {
    const formed = formedRequests(operation, waysOf(operation)).map((wrong) => asPlaced(operation, wrong))
    const all = withCircumstances(operation, [...wrongCredentials(contract, operation), ...formed], askedPlainly(operation))
    return withCircumstances(operation, all, ({ requirement }) => requirement === 'scheme', usualPages(operation))
  }),
)

/** A form that is sent with a wrong value of a check of its own needs no other. */
function asPlaced(operation: SchemeOperation, wrong: WrongCredential): WrongCredential {
  const [id] = [...askedElsewhere(operation)].find(([, { role }]) => role === wrong.role) ?? []
  return id === undefined ? wrong : { ...wrong, sentAs: id }
}

function waysOf(operation: SchemeOperation): Wrongly<WrongCredential['requirement']>[] {
  const { header } = operation.authentication
  return [
    {
      name: 'none',
      requirement: 'required',
      words: `without ${header}`,
      build: ({ target }, changes) => bareRequest(operation, target, changes),
      blank: {
        words: `with nothing in ${header}`,
        build: ({ target }, changes) => bareRequest(operation, target, { ...changes, headers: [[header, '']] }),
      },
    },
    {
      name: 'wrong',
      requirement: 'value',
      words: 'with another value',
      build: (client, changes, role) => withValue(operation, client, role, changes),
    },
  ]
}

function withValue(operation: SchemeOperation, client: Builder, role: string, changes: Changes = {}): SentRequest {
  const headers = credentialFields(operation.authentication, wrongValue(operation, client, role))
  return bareRequest(operation, client.target, { ...changes, headers })
}

/** Requests that only test a form, those first that a server may take for ordinary ones: each has another word that stands for anybody. */
const worded = words(`
  form.double-slash form.parameter form.original-url form.overridden form.other-method form.unversioned wrong.no-json form.xml
`)
/** Whoever takes one of the likeliest takes it of these too, which few refuse for something else. */
const likelyWorded = new Map([
  ['form.unadorned', wordNumbers.unadorned],
  ['form.form', wordNumbers.form],
  ['form.other-case', wordNumbers.otherCase],
])

function wrongValue(operation: SchemeOperation, client: Builder, role: string): string {
  const right = credentialOf(operation, client.target)
  const [likely, at] = [likelyWorded.get(role), worded.indexOf(role)]
  if (likely !== undefined) return likelyWord(right, ownSeed(operation, client, likely))
  return at < 0 ? otherLetters(right, client.seed) : wordForAnybody(right, ownSeed(operation, client, at + 1))
}
