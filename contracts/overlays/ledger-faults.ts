import { type Node, nodeOf, nodesOf } from '../../text/json/node.ts'
import type { Contract, Operation } from '../contract.ts'
import { requestInputs } from '../fields.ts'

/** What is wrong with the requirements and open points of a changed document, one sentence each. */
export function ledgerFaults(content: Node, contract: Contract, own: Contract): string[] {
  return [...repeated(content, contract), ...undecided(content), ...unjudged(content, contract, own), ...uncited(contract, own)]
}

function repeated(content: Node, { operations, requirements }: Contract): string[] {
  const derived = requirements.find(({ id }, index) => requirements.findIndex((other) => other.id === id) < index)
  const twice = derived
    ? [sharedInput(derived.id, operations) ?? `Two requirements are called ${derived.id}; expected a different id for each.`]
    : []
  const stated = ['x-requirements', 'x-open'].flatMap((member) => {
    const ids = idsUnder(content, member)
    const again = [...new Set(ids.filter((id, index) => ids.indexOf(id) < index))]
    return again.map((id) => `Two entries of ${member} are called ${id}; expected a different id for each.`)
  })
  return [...stated, ...twice]
}

/** An input is known by its name, wherever it stands: of two of one name nobody could tell which is meant. */
function sharedInput(requirement: string, operations: readonly Operation[]): string | undefined {
  const shared = operations.flatMap((operation) => {
    const names = requestInputs(operation).map(({ name }) => name)
    const name = names.find((each, index) => names.indexOf(each) < index && requirement.startsWith(`${operation.id}.input.${each}.`))
    return name === undefined
      ? []
      : [`${operation.id}: two of its inputs are called ${name}, and something is asked of both; ask it of one.`]
  })
  return shared[0]
}

/** One of two words says that something is judged or observed, the other why it is not. */
function undecided(content: Node): string[] {
  return [...bothIn(content, 'x-requirements', 'judged-by', 'untestable'), ...bothIn(content, 'x-open', 'observed-by', 'unobservable')]
}

function bothIn(content: Node, member: string, ...words: readonly [string, string]): string[] {
  const both = entriesUnder(content, member).filter((entry) => words.every((word) => word in entry))
  return both.map(({ id }) => `${member}: ${String(id)} has ${words.join(' and ')}, which exclude each other.`)
}

/** A requirement that no check of Assay's own is about has to say which judges it, or why none can. */
function unjudged(content: Node, { requirements }: Contract, own: Contract): string[] {
  const [stated, known] = [new Set(idsUnder(content, 'x-requirements')), new Set(own.requirements.map(({ id }) => id))]
  return requirements
    .filter(({ id, judgedBy, untestable }) => stated.has(id) && !known.has(id) && judgedBy === undefined && untestable === undefined)
    .map(({ id }) => `The requirement ${id} would be judged by nothing; expected judged-by with a check, or untestable with the reason.`)
}

/** A clause is one that the source has, or one that the overlay titles. */
function uncited({ clauses, requirements, openPoints }: Contract, own: Contract): string[] {
  const known = [...Object.keys(clauses), ...[...own.requirements, ...own.openPoints].map(({ clause }) => clause)]
  const isKnown = (clause: string) => known.some((each) => each === clause || each.startsWith(`${clause}.`))
  return [...requirements, ...openPoints]
    .filter(({ clause }) => !isKnown(clause))
    .map(
      ({ id, clause }) =>
        `${id} is of clause ${clause}, which the source does not have; name one of its clauses, or title it in x-clauses.`,
    )
}

function idsUnder(content: Node, member: string): string[] {
  return entriesUnder(content, member).map(({ id }) => String(id))
}

function entriesUnder(part: unknown, member: string): Node[] {
  if (Array.isArray(part)) return part.flatMap((item) => entriesUnder(item, member))
  return Object.entries(nodeOf(part)).flatMap(([name, value]) => (name === member ? nodesOf(value) : entriesUnder(value, member)))
}
