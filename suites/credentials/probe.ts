import type { Contract, Operation } from '../../contracts/contract.ts'
import { type Controlled, controlledProbe } from '../../engine/probes/controlled.ts'
import { searchingFaults } from '../../engine/probes/fault-search.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { bareRequest, credentialText, hasScheme, rightRequest, type SchemeOperation } from '../../engine/probes/request.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import type { Seed } from '../../engine/seed.ts'
import { wordForAnybody } from '../../engine/wrong-values/stand-ins.ts'
import { otherThan } from '../../engine/wrong-values/value-alterations.ts'
import { defined } from '../../spec/defined.ts'
import { remembered } from '../../spec/remembered.ts'
import { withCircumstances } from '../access/circumstances.ts'
import { formedRequests, type Wrongly } from '../access/formed-requests.ts'
import { credentialOf, type WrongCredential } from './wrong-credential.ts'
import { isPlainlyAltered, openingCredential, standInForms, trailingCredential, wrongCredentials } from './wrong-credentials.ts'

/** A wrong credential, then a right one, every wrong one side by side with right ones among them, and a right one again. */
export function credentialProbe(contract: Contract, operation: Operation): Probe {
  const tried = hasScheme(operation) ? burst(contract)(operation).filter(({ within }) => within === undefined) : []
  const probe = controlledProbe(
    defined<Controlled>({
      id: `${operation.id}.credential`,
      operation,
      right: ({ target }) => rightRequest(operation, target),
      opening: hasScheme(operation) ? openingCredential(operation) : undefined,
      early: hasScheme(operation) ? (seed, wanted) => earlyRole(contract, operation, seed, wanted) : undefined,
      stages: [...(hasScheme(operation) ? [{ trials: [trailingCredential(operation)] }] : []), { trials: tried }],
      rightAmong: operation.movesMoney ? 0 : 1,
      repeats: { together: 1, alone: 1 },
    }),
  )
  return hasScheme(operation) ? searchingFaults(probe, operation) : probe
}

/** Wrong values that nobody can tell from the right one by their form, and that hold the words of one that is made of words. */
const plausible = ['middle-changed', 'altered-case']

/** Of half of the operations a second one goes out before the right one, so that this is neither always the second nor always the third. */
function earlyRole({ operations }: Contract, { id }: Operation, seed: Seed, wanted: ReadonlySet<string>): string | undefined {
  const place = seed.shuffled('openings', operations.filter(hasScheme)).findIndex((operation) => operation.id === id)
  const choices = plausible.filter((role) => wanted.has(repeatedRoles(role).early))
  return place % 2 === 1 && choices.length > 0 ? seed.pick(`${id}.credential.early`, choices) : undefined
}

/** Every wrong credential of an operation, where and when ever it is sent. */
export function allWrongCredentials(contract: Contract, operation: Operation): WrongCredential[] {
  if (!hasScheme(operation)) return []
  return [openingCredential(operation), trailingCredential(operation), ...burst(contract)(operation)]
}

/** What goes side by side: probe and checks are made of the same. */
const burst = remembered((contract: Contract) =>
  remembered((operation: SchemeOperation): WrongCredential[] => {
    const formed = formedRequests(operation, waysOf(operation)).map((wrong) => asStandIn(operation, wrong))
    return withCircumstances(operation, [...wrongCredentials(contract, operation), ...formed], isPlainlyAltered)
  }),
)

/** A value that stands in for any is another one too, so that a form that it is sent in needs no other. */
function asStandIn(operation: SchemeOperation, wrong: WrongCredential): WrongCredential {
  const form = operation.movesMoney ? undefined : standInForms(operation).find(({ role }) => role === wrong.role)
  return form ? { ...wrong, sentAs: form.id } : wrong
}

function waysOf(operation: SchemeOperation): Wrongly<WrongCredential['requirement']>[] {
  const { header, scheme } = operation.authentication
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
      build: ({ target, seed }, changes, role) =>
        bareRequest(operation, target, {
          ...changes,
          headers: [[header, credentialText(scheme, wrongValue(role, credentialOf(operation, target), seed))]],
        }),
    },
  ]
}

/** Requests at the ordinary path whose form is all that they ask about: each has another word that stands for anybody. */
const worded = ['wrong.no-json', 'form.unadorned', 'form.form', 'form.xml']

function wrongValue(role: string, right: string, seed: Seed): string {
  const at = worded.indexOf(role)
  return at < 0 ? otherThan(right, seed) : wordForAnybody(right, seed, at + 1)
}
