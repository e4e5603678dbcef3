import type { Contract } from '../../contracts/contract.ts'
import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import { isSuccessful } from '../../contracts/statuses.ts'
import type { Builder } from '../../engine/client/client.ts'
import { ordinaryAgentOf } from '../../engine/client/user-agents.ts'
import { classify, isTurnedDown } from '../../engine/evidence/classification.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { builtOtherwise } from '../../engine/money/distinction.ts'
import { controlledProbe } from '../../engine/probes/controlled.ts'
import { amongRoles, type ProbeRequest, type Stage } from '../../engine/probes/controlled-plan.ts'
import { searchingFaults } from '../../engine/probes/fault-search.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { ordinaryRequest, signedRequest, signedValues } from '../../engine/probes/request.ts'
import { behindRole, controlRoles, nothingRole, openingRole, withdrawalRoles } from '../../engine/probes/roles.ts'
import { tryingAgain } from '../../engine/probes/second-tries.ts'
import { isLocal } from '../../engine/target.ts'
import { memoized } from '../../language/memoized.ts'
import { withCircumstances } from '../access/circumstances.ts'
import { withGivenCookies } from '../access/edited-request.ts'
import { formedRequests, type Wrongly } from '../access/formed-requests.ts'
import { misplaced } from './headers/misplaced.ts'
import { beginningWithZero } from './leading-zero.ts'
import { formGroups, formRole, formsAtOnce } from './legal-forms/form-requests.ts'
import { rarelySignedRequest } from './mistakes/rare.ts'
import { nameOf, replayed, replays } from './replays.ts'
import { wrongSignatures } from './variations.ts'
import type { WrongSignature } from './wrong-signature.ts'

/**
 * Sends a wrong request, a right one, and a right one with an earlier time, which shows whether times have to rise. If they need not, all wrong
 * requests are sent side by side with the unusual but right ones, each with its own time; otherwise one after another. If the first right one is
 * refused, the wrong ones show what the target accepts instead.
 */
export function signatureProbe(contract: Contract, operation: SignedOperation): Probe {
  const isCoarse = operation.authentication.timestamp.unit === 'seconds'
  const groups = formGroups(operation)
  const forms = groups.map((group) => formsAtOnce(operation, group))
  const { same, greater, seen: named } = withdrawalRoles
  const tried = [...groups.flatMap((group) => group.forms.map(({ id }) => formRole(id))), same, greater, named]
  // Values that nobody has to take: the source leaves open how they are refused, with a 500 as well.
  const odd = groups.flatMap(({ atOnce, forms, hopeless }) => (hopeless ? [atOnce, ...forms, hopeless] : []))
  const oddRoles = new Set(odd.map(({ id }) => formRole(id)))
  const asked = burst(contract)(operation).filter(({ within }) => within === undefined)
  const wrong = asked.filter(({ isLate }) => !isLate)
  const again = replayRequests(operation)
  const burstStages: Stage[] = isCoarse ? [{ requests: wrong }, { requests: forms, inTurn: true }] : [{ requests: [...wrong, ...forms] }]
  const probe = controlledProbe({
    id: `${operation.id}.signature`,
    operation,
    right: (client) => ordinaryRequest(operation, client),
    among: (client) => beginningWithZero(operation, client),
    opening: opening(operation),
    goesOn: (control) => (control === 'accepted' ? 'on' : control === 'refused' ? 'to the wrong ones' : 'no further'),
    reuses: (role) => (again.some((each) => each.role === role) ? withdrawalRoles.seen : undefined),
    stages: [
      {
        requests: [
          { ...trailingSignature(operation), ...besideNothing(operation), onControl: true },
          ...(operation.movesMoney ? [smaller(operation)] : []),
        ],
      },
      { requests: [isCoarse ? seen(operation) : earlier(operation)], inTurn: true },
      ...burstStages,
      // A replay is the same withdrawal and has only one try, so it is sent once the target's pace is known.
      { requests: [...again, ...asked.filter(({ isLate }) => isLate)] },
    ],
    rightAmong,
    repeats: 2,
  })
  const all: Probe = {
    ...probe,
    // What only an answer calls for is right as well, and counts as such where it may register.
    isRight: (role) => probe.isRight(role) || tried.includes(role),
    isUnusual: (role) => probe.isUnusual?.(role) === true || tried.includes(role),
    isOpen: (role) => probe.isOpen?.(role) === true || oddRoles.has(role),
    // If the forms are refused when sent together, all but one of them may still be registered when sent alone, and a hopeless one.
    cost: (contract, target, wanted) => {
      const cost = probe.cost(contract, target, wanted)
      const sent = groups.filter(({ omitted }) => omitted?.(target) === undefined)
      const more = sent.reduce((sum, group) => sum + group.forms.length - (group.hopeless ? 1 : 2), 0)
      return { ...cost, registers: cost.registers + (cost.registers > 0 ? more : 0) }
    },
  }
  // Where the same amount was refused, another is asked for from then on.
  return searchingFaults(
    tryingAgain(all, ({ role }) => role !== same),
    operation,
  )
}

export function allWrongSignatures(contract: Contract, operation: SignedOperation): WrongSignature[] {
  return [opening(operation), trailingSignature(operation), ...burst(contract)(operation), ...replayRequests(operation)]
}

/** What is sent side by side; the probe and the checks are both made from this. */
const burst = memoized((contract: Contract) =>
  memoized((operation: SignedOperation): WrongSignature[] => [
    ...withCircumstances(operation, [...wrongSignatures(operation), ...misplaced(contract, operation)], isOfOnePart),
    ...formedRequests(operation, waysOf(operation)).map((wrong) => asReplayed(operation, wrong)),
  ]),
)

/** True for a request that is right except for a part of what is signed. */
function isOfOnePart({ role, requirement }: WrongSignature): boolean {
  return requirement.startsWith('covers.') && role.startsWith('tampered.')
}

/** A request with a changed part is sent as the replay of an accepted one with that part changed: its signature is a wrong one as well. */
function asReplayed(operation: SignedOperation, wrong: WrongSignature): WrongSignature {
  const replay = replays(operation).find(({ part }) => part !== undefined && wrong.role === `wrong.other-${part}`)
  if (!replay) return wrong
  return { ...wrong, sentAs: replay.role, title: `with another signature, that of an accepted request, and another ${replay.part}` }
}

function replayRequests(operation: SignedOperation): WrongSignature[] {
  const later = [...amongRoles({ rightAmong }), ...formGroups(operation).map(({ atOnce }) => formRole(atOnce.id))]
  return replays(operation).map((replay) => replayed(operation, replay, later))
}

const rightAmong = 1

/** A wrong signature under the right key, sent before any right one: its amount is the configured one, as bounds are not known yet. */
function opening(operation: SignedOperation): WrongSignature {
  return {
    role: openingRole,
    requirement: 'whole',
    title: 'with another signature, before any right one',
    build: (client) => {
      const headers = [['user-agent', ordinaryAgentOf(client.seed, `${operation.id}/${openingRole}`)]] as const
      return rarelySignedRequest(operation, client, openingRole, { headers })
    },
  }
}

/** Where a wrong request gets a success that says little, one that holds nothing to register shows whether that is how the target refuses. */
function besideNothing(operation: SignedOperation): Pick<ProbeRequest, 'onAnswer' | 'next'> {
  const build: ProbeRequest['build'] = (client) => rarelySignedRequest(operation, client, nothingRole, { write: () => '{}' })
  return {
    onAnswer: (exchange) => isSuccessful(exchange.response?.status) && classify(operation, exchange) === 'unanswered',
    next: (target) => (isLocal(target, operation) ? [{ role: nothingRole, build }] : []),
  }
}

/** Its name stands in headers that a target may refuse since it does not know them. */
function seen(operation: SignedOperation): ProbeRequest {
  const { seen: role } = withdrawalRoles
  const build = (client: Builder) => namedRequest(operation, client, { role, time: client.reserveTime() })
  return { nature: 'unusual', role, build, isAlways: true }
}

/** Right, with a time before that of the control: a target that refuses it insists on rising times, and gets another request. */
function earlier(operation: SignedOperation): ProbeRequest {
  return {
    nature: 'unusual',
    role: withdrawalRoles.earlier,
    isAlways: true,
    build: (client) => namedRequest(operation, client, { role: withdrawalRoles.earlier, time: client.earlierTime() }),
    onAnswer: (exchange, _sent, { order }) => {
      order.insists ??= isTurnedDown(operation, exchange)
      return order.insists
    },
    next: () => [seen(operation)],
  }
}

/** A right request under a name of its own, as clients send it that may have to send it again: its replay has that name too. */
function namedRequest(operation: SignedOperation, builder: Builder, { role, time }: { role: string; time: number }): SentRequest {
  const { target } = builder
  return signedRequest(operation, target, signedValues(operation, target, time), { headers: nameOf(builder, role) })
}

/** The status of what is not taken now, whatever it asks. */
const tooMany = 429

/** Right, for less than the configured amount: bounds are open, so if it is refused, all others use the configured amount. */
function smaller(operation: SignedOperation): ProbeRequest {
  return {
    nature: 'unusual',
    role: withdrawalRoles.smaller,
    isAlways: true,
    build: (client) => builtOtherwise(client.amounts, { smaller: true }, () => ordinaryRequest(operation, client)),
    onAnswer: (exchange, _sent, { amounts }) => {
      amounts.smaller ||= classify(operation, exchange) === 'accepted'
      return !amounts.smaller && exchange.response?.status !== tooMany
    },
    next: (target) => (isLocal(target, operation) ? [same(operation)] : []),
  }
}

/** Right, for the configured amount once more: only on this machine, where less is refused. A target that takes it needs no other amounts. */
function same(operation: SignedOperation): ProbeRequest {
  return {
    nature: 'unusual',
    role: withdrawalRoles.same,
    build: (client) => ordinaryRequest(operation, client),
    onAnswer: (exchange) => classify(operation, exchange) !== 'accepted' && exchange.response?.status !== tooMany,
    next: () => [greater(operation)],
  }
}

/** Right, for more than the configured amount: only if that is taken no second time. */
function greater(operation: SignedOperation): ProbeRequest {
  return {
    nature: 'unusual',
    role: withdrawalRoles.greater,
    build: (client) => builtOtherwise(client.amounts, { greater: true }, () => ordinaryRequest(operation, client)),
    onAnswer: (exchange, _sent, { amounts }) => {
      amounts.greater ||= classify(operation, exchange) === 'accepted'
      return false
    },
  }
}

function waysOf(operation: SignedOperation): Wrongly<WrongSignature['requirement']>[] {
  return [
    {
      name: 'none',
      requirement: 'required',
      // If times have to rise, a request without one would be refused for that reason.
      words: `with no signed header but ${operation.authentication.timestamp.header}`,
      build: ({ target, ownTime }, changes) => {
        const { timestamp } = signedValues(operation, target, ownTime(), changes)
        return signedRequest(operation, target, { timestamp }, changes)
      },
    },
    {
      name: 'wrong',
      requirement: 'whole',
      words: 'with another signature',
      build: (client, changes, role) => rarelySignedRequest(operation, client, role, changes),
    },
  ]
}

/**
 * Only the key and the cookies that the target set, on the connection of a right request that was just answered: a lax server may recognise the
 * client by one of these. Requests with misplaced headers already cover sending nothing at all.
 */
function trailingSignature(operation: SignedOperation): WrongSignature {
  const { key } = operation.authentication
  return {
    role: behindRole,
    requirement: 'required',
    title: `with no signed header but ${key.header}, right behind a right one on its connection`,
    build: ({ target }, sent) => {
      const { key: own } = signedValues(operation, target, 0)
      return withGivenCookies(signedRequest(operation, target, { key: own }), sent.get(controlRoles.before))
    },
  }
}
