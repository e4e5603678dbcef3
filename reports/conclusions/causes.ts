import { partsOf } from '../../contracts/fields.ts'
import { distinctFindings, type Finding, type Outcome } from '../../engine/judging/outcome.ts'
import { withPayload } from '../../engine/judging/refusal-judge.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { memoized } from '../../language/memoized.ts'
import { counted } from '../../text/counted.ts'
import { absent, otherPlace, otherSpelling } from '../../text/excerpt.ts'
import { anyElement } from '../../text/json/pointer.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { isOfRequest, requirementText } from '../wording/outcome-texts.ts'
import { clausesOf } from './clauses.ts'
import { familyOf } from './conclusion.ts'
import { emptinessIn } from './emptiness.ts'
import { isOfReuse, reuse } from './reused-signatures.ts'

/** What a failure puts at risk, the most serious first. */
const risks = ['security', 'money', 'answers', 'requests', 'tests'] as const

export type Several = readonly [ReportedOutcome, ...ReportedOutcome[]]

export interface Cause {
  readonly risk: (typeof risks)[number]
  /** What is wrong, in a few words, without the operation. */
  readonly title: string
  /** The operation that it is about; none if it is about several. */
  readonly operation?: string | undefined
  /** The clauses of the source that it breaks. */
  readonly clauses: readonly string[]
  readonly outcomes: Several
  /** What was found, each thing once with its count. */
  readonly findings: readonly Finding[]
}

/** Groups outcomes by cause: security first, then money, then answers; in each group the cause of most outcomes first. */
export function causesOf(report: Report, outcomes: readonly ReportedOutcome[]): Cause[] {
  if (outcomes.length === 0) return []
  const moving = new Set(report.ledger.operations.filter(({ movesMoney }) => movesMoney).map(({ id }) => id))
  const emptinessOf = emptinessIn(outcomes)
  const symptoms = outcomes.map((outcome) => {
    const emptiness = emptinessOf(outcome)
    return { outcome, symptom: emptiness === undefined ? symptomOf(report, outcome) : { title: emptiness, negative: false } }
  })
  const groups = Map.groupBy(symptoms, ({ symptom }) => JSON.stringify(symptom))
  const causes = [...groups.values()].map(([first, ...others]) =>
    causeOf(report, first.symptom, [first.outcome, ...others.map(({ outcome }) => outcome)], moving),
  )
  return causes.sort((one, other) => risks.indexOf(one.risk) - risks.indexOf(other.risk) || other.outcomes.length - one.outcomes.length)
}

function causeOf(report: Report, { title, negative }: Symptom, members: Several, moving: ReadonlySet<string>): Cause {
  const operations = [...new Set(members.map(({ operation }) => operation))]
  const [operation] = operations
  const [only] = members.length === 1 ? members : []
  const risk = negative ? 'security' : riskOf(report, members, moving)
  return {
    risk,
    title: only ? titleOf(report, only) : particular(title, members),
    operation: operations.length === 1 && operation ? operation : undefined,
    clauses: clausesOf(members),
    outcomes: members,
    findings: distinctFindings(inTurn(members)),
  }
}

/** Where a right request was refused, which one: its requirement may be that wrong ones are. */
function titleOf(report: Report, only: ReportedOutcome): string {
  const isOfRight = only.findings[0]?.expected === 'a success' && only.check !== only.requirement
  return isOfRight ? `${only.title}.` : requirementText(report, only)
}

/** The first finding of each outcome before the second of any: a reader sees what differs before what repeats. */
function inTurn(members: Several): Finding[] {
  const placed = members.flatMap(({ findings }) => findings.map((finding, index) => ({ finding, index })))
  return placed.toSorted((one, other) => one.index - other.index).map(({ finding }) => finding)
}

/** Without an operation, it is what a client's own tests do. */
function riskOf(report: Report, members: Several, moving: ReadonlySet<string>): Cause['risk'] {
  if (members.some(({ operation }) => moving.has(operation))) return 'money'
  if (members.every(({ operation }) => operation === '')) return 'tests'
  return members.every((member) => isOfRequest(report, member)) ? 'requests' : 'answers'
}

/** Where in bodies a cause shows, each place once, with a star for every position in a list. */
export function causePlaces({ findings }: Cause): string[] {
  return [...new Set(findings.map(({ at }) => anyElement(at)))].filter((at) => at.startsWith('/'))
}

export function causeText(cause: Cause): string {
  return countedText(causeName(cause), cause.outcomes.length)
}

export function countedText(words: string, checks: number): string {
  return checks > 1 ? `${words.replace(/\.$/, '')}: ${checks} checks` : words
}

export function causeName({ title, operation }: Pick<Cause, 'title' | 'operation'>): string {
  return operation ? `${operation}: ${title}` : title
}

/** The causes that are waived, and why, until when and by whom: the first waiver, and how many differ from it. */
export function waivedCauses(report: Report): { readonly cause: Cause; readonly terms: string }[] {
  const causes = causesOf(
    report,
    report.outcomes.filter(({ waived }) => waived),
  )
  return causes.map((cause) => {
    const terms = cause.outcomes.flatMap(({ waived }) => (waived ? `${waived.reason} (until ${waived.expires}, ${waived.owner})` : []))
    const [first = '', ...others] = new Set(terms)
    return { cause, terms: others.length > 0 ? `${first} and ${counted(others.length, 'more waiver')}` : first }
  })
}

/** What groups outcomes: what is wrong, where, and whether something wrong was accepted. */
interface Symptom {
  readonly title: string
  readonly negative: boolean
  readonly operation?: string | undefined
}

function symptomOf(report: Report, outcome: ReportedOutcome): Symptom {
  const { operation, findings, reason } = outcome
  const [first] = findings
  if (!first) return { title: reason ?? requirementText(report, outcome), negative: false, operation }
  if (isTold(first)) return { title: `answers with ${first.actual}`, negative: true }
  if (leaks.test(outcome.requirement)) return { title: requirementText(report, outcome), negative: true, operation }
  if (isOfReuse(outcome, report)) return { title: reuse, negative: true, operation }
  if (isGiven(first)) return { title: `refuses by the status alone, and answers ${withPayload}`, negative: true, operation }
  if (isAccepted(first)) {
    const title = unguardedFamilies(report).has(familyOf(outcome)) ? guardless(report, outcome) : requirementText(report, outcome)
    return { title, negative: true, operation }
  }
  const markup = markupOf(outcome, report)
  if (markup) return { title: `answers ${markup}`, negative: false }
  const title = `expected ${first.expected}, found ${general(first)}`
  const [found = ''] = first.actual.split('; ')
  if (first.at === 'status') return { title, negative: false }
  if (!first.at.startsWith('/')) return { title: `${first.at}: ${title}`, negative: false }
  if (found === absent) return { title: 'leaves members out', negative: false, operation }
  if (otherSpelling.isIn(found)) return { title: 'spells members in another way', negative: false, operation }
  if (otherPlace.isIn(found)) return { title: 'puts members in another place', negative: false, operation }
  if (/^(?:number|integer)/.test(first.expected) && /^"-?[\d.]+(?:e[+-]?\d+)?"/i.test(first.actual))
    return { title: 'writes numbers as strings', negative: false }
  if (found === 'null') return { title: 'null where there has to be a value', negative: false, operation }
  return { title, negative: false, operation }
}

/** What a client is held to so that nobody else gets its secrets. */
const leaks = /\.(?:secret-never-sent|own-credential|one-place|query-without-secrets)$/

/** Families of which most wrong requests are accepted, so without any guard; or most wrong values of a credential, asked for by form. */
const unguardedFamilies = memoized(({ outcomes }: Report): ReadonlySet<string> => {
  const families = [...Map.groupBy(outcomes, familyOf)]
  const isUnguarded = (members: readonly Outcome[]) => [members, members.filter(isOfValue)].some(isOpen)
  return new Set(families.flatMap(([family, members]) => (isUnguarded(members) ? [family] : [])))
})

const verdictsOf = memoized(({ outcomes }: Report) => new Map(outcomes.map(({ check, verdict }) => [check, verdict])))

/** Where most could not be judged, what counts is the opening request: nothing is wrong with it but a value that is like no right one. */
function isOpen(members: readonly Outcome[]): boolean {
  const accepted = members.filter(wasAccepted)
  const judged = members.filter(({ verdict }) => verdict === 'failed' || verdict === 'passed').length
  const unjudged = members.filter(({ verdict }) => verdict === 'inconclusive').length
  const isMost = unjudged * 2 > members.length ? accepted.some(isOpening) : accepted.length * 2 > judged
  return accepted.length > 2 && isMost
}

function isOpening({ check }: Outcome): boolean {
  return check.endsWith(`.${openingRole}`)
}

function wasAccepted({ verdict, findings: [first] }: Outcome): boolean {
  return verdict === 'failed' && first !== undefined && isAccepted(first)
}

function isOfValue({ operation, requirement }: Outcome): boolean {
  return requirement === `${operation}.credential.value`
}

function guardless(report: Report, { operation, requirement }: Outcome): string {
  const { subject } = partsOf({ id: operation }, requirement)
  const verdictOf = (part: string) => verdictsOf(report).get(`${operation}.${subject}.${part}`)
  const isSigned = report.ledger.operations.some(({ id, signed }) => id === operation && signed)
  if (isSigned && verdictOf(openingRole) !== 'passed') return 'verifies no signature'
  if (subject !== 'credential') return 'accepts what is wrong'
  // One that looks whether the header is there, and no further, accepts an empty one; odd paths and methods may be nowhere.
  if (verdictOf('none') !== 'failed') return 'takes wrong credentials'
  // A cache that answers strangers too refuses as long as it has nothing to answer with.
  return verdictOf(openingRole) === 'passed' ? 'lets in whoever asks after a right request' : 'asks for no credentials'
}

/** True for a finding that a wrong request was answered with the payload. */
function isAccepted({ expected, actual }: Finding): boolean {
  return (expected === 'a refusal' && !isTold({ actual })) || actual.startsWith('accepted (')
}

/** True for an answer that refuses by its status alone. */
function isGiven({ actual }: Finding): boolean {
  return actual.startsWith('accepted (') && actual.includes(`, ${withPayload})`)
}

/** True of a refusal that gives away a secret, or what it refuses. */
function isTold({ actual }: Pick<Finding, 'actual'>): boolean {
  return actual.startsWith('a refusal that tells ')
}

/** What the answers are instead of JSON; JSON under the type of HTML, as PHP sends it, is none. */
function markupOf({ operation, findings }: ReportedOutcome, report: Report): 'HTML' | 'XML' | undefined {
  const [first] = findings
  const markup = first && markupIn(first)
  const isJson = first?.at !== 'body' && verdictsOf(report).get(`${operation}.json`) === 'passed'
  return isJson ? undefined : markup
}

/** What an answer is instead of JSON, by its type or by how it begins. */
function markupIn({ at, actual }: Finding): 'HTML' | 'XML' | undefined {
  const isMarkup = at === 'header content-type' ? /html|xml/.test(actual) : at === 'body' && actual.includes("Unexpected token '<'")
  if (!isMarkup) return undefined
  return actual.includes('html') || !/xml|soap|"<(?!(?:head|body|title|h\d|p|pre|div|center|script)\b)\w/i.test(actual) ? 'HTML' : 'XML'
}

/** A title with what was found, if that is the same everywhere. */
function particular(title: string, outcomes: readonly ReportedOutcome[]): string {
  const [found = '', ...others] = new Set(outcomes.map(({ findings: [first] }) => first?.actual.replace(/;.*$/s, '')))
  const [kind] = outcomes.flatMap(({ findings: [first] }) => (first ? general(first) : []))
  if (kind === undefined || others.length > 0 || found.length > 80 || !title.endsWith(`found ${kind}`)) return title
  return `${title.slice(0, -kind.length)}${found}`
}

/** What was found, without its particulars: `"1.5"` and `"2.7"` are both a string. */
function general({ at, actual }: Finding): string {
  if (actual.startsWith('"')) return 'a string'
  if (/^-?\d/.test(actual)) return at === 'status' ? 'another status' : 'a number'
  return actual
    .replace(/(?: at position \d|: "…).*$/s, '')
    .replace(/;.*$/s, '')
    .replace(/ \(E[A-Z]+\)| \(UND_ERR_[A-Z_]+\)/, '')
    .replace(/\d{4,}/g, 'n')
    .slice(0, 80)
}
