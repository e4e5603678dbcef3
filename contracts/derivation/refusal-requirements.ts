import type { Operation, RefusalForm, Refusals, Requirement } from '../contract.ts'
import { fieldName, isRequired, ownName } from '../fields.ts'

/** A requirement whose level, side and operation are the usual ones unless it says otherwise. */
export type DraftRequirement = Pick<Requirement, 'id' | 'clause' | 'text'> & Partial<Requirement>

/** The requirements that follow from what the document demands of inputs and says of refusals; none if it leaves both open. */
export function refusedRequirements(operation: Operation): DraftRequirement[] {
  return [
    ...boundRequirements(operation),
    ...statuses(operation),
    ...operation.refusals.forms.flatMap((form) => formRequirements(operation, form)),
  ]
}

/** True if some request of a run brings about a refusal of this form. */
export function isBroughtAbout({ refusals, bounds, authentication }: Operation, { statuses }: RefusalForm): boolean {
  const denied = authentication.kind !== 'none' && refusals.credentials.some((status) => statuses.includes(status))
  return denied || (bounds.length > 0 && refusals.inputs.some((status) => statuses.includes(status)))
}

/** Statuses in words: `401 or 403`, `400 to 499`, `any but that of a success`. */
export function statusWords(statuses: readonly string[]): string {
  if (statuses.includes('default')) return 'any status but that of a success'
  return statuses.map((status) => (status === '4XX' ? 'a status from 400 to 499' : `the status ${status}`)).join(' or ')
}

/** The form that refusals with a status have: that of the status itself, else of its range, else of all others. */
export function formOf({ forms }: Refusals, status: number): RefusalForm | undefined {
  const names = [String(status), `${Math.trunc(status / 100)}XX`, 'default']
  return names.map((name) => forms.find(({ statuses }) => statuses.includes(name))).find((form) => form !== undefined)
}

/** True if a status is one of those that are named, `4XX` and `default` among them; the status of a success is none. */
export function isNamedStatus(names: readonly string[], status: number): boolean {
  const range = `${Math.trunc(status / 100)}XX`
  return names.includes(String(status)) || names.includes(range) || (names.includes('default') && status >= 300)
}

function boundRequirements({ bounds, clause }: Operation): DraftRequirement[] {
  return bounds.map(({ input, keyword, words }) => ({
    id: `input.${input}.${keyword}`,
    clause,
    text: `A request whose ${input} ${words} is refused.`,
  }))
}

function statuses({ refusals, bounds, clause, authentication }: Operation): DraftRequirement[] {
  const { credentials, inputs } = refusals
  return [
    ...(credentials.length > 0 && authentication.kind !== 'none'
      ? [{ id: 'refusal.status', clause, text: `Wrong credentials are refused with ${statusWords(credentials)}.` }]
      : []),
    ...(inputs.length > 0 && bounds.length > 0
      ? [{ id: 'input.status', clause, text: `Wrong inputs are refused with ${statusWords(inputs)}.` }]
      : []),
  ]
}

function formRequirements(operation: Operation, form: RefusalForm): DraftRequirement[] {
  const { id, statuses, mediaType, schema = {}, fields } = form
  const { clause } = operation
  const which = `A refusal with ${statusWords(statuses)}`
  const untestable = isBroughtAbout(operation, form) ? {} : { untestable: 'No request of a run brings such a refusal about.' }
  return [
    ...(mediaType ? [{ id: `${id}.media-type`, clause, text: `${which} has the media type ${mediaType}.`, ...untestable }] : []),
    ...fields.map(({ path, expected, requirement }) => {
      const holds = isRequired(schema, path) ? 'holds' : 'holds, if at all,'
      return { id: ownName(operation, requirement), clause, text: `${which} ${holds} ${fieldName(path)}: ${expected}.`, ...untestable }
    }),
  ]
}
