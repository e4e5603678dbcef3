import type { Exchange } from '../../engine/exchange.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import type { ProbeRecord } from '../../engine/probes/steps.ts'

/** The list is read once, again where its total changed meanwhile, then one page after another, and so once more where its total fell only then. */
export const passes = ['sweep', 'again', 'slowly', 'late'] as const
export type Pass = (typeof passes)[number]

/** When a page is asked for. Those of one moment of a pass go side by side; every later moment waits for them. */
export interface Moment {
  readonly pass: Pass
  readonly moment: number
}

/** What is done to the right value of the filter: the last of them is no string, which the source does not ask for. */
const nearNames = ['cut', 'cut-in-front', 'extended', 'padded', 'other', 'changed-in-front', 'listed', 'number'] as const
export type NearValue = (typeof nearNames)[number]

type ReadingRole = `${Pass}.${number}.page-${number}.of-${number}`
type FilterRole = `filter.${NearValue}`
export type PageRole = typeof firstPageRole | ReadingRole | FilterRole

const filterRoles: ReadonlySet<string> = new Set(nearNames.map(filterRole))

export function readingRole({ pass, moment }: Moment, page: number, size: number): ReadingRole {
  return `${pass}.${moment}.page-${page}.of-${size}`
}

export function filterRole(near: NearValue): FilterRole {
  return `filter.${near}`
}

/** When the page of a role is read; undefined for a role that is none of the list's own pages. */
export function momentOf(role: string): Moment | undefined {
  if (role === firstPageRole) return { pass: 'sweep', moment: 0 }
  const pass = passes.find((each) => role.startsWith(`${each}.`))
  const [, moment] = /^\w+\.(\d)\.page-/.exec(role) ?? []
  return pass && moment ? { pass, moment: Number(moment) } : undefined
}

export function isFilterRole(role: string): boolean {
  return filterRoles.has(role)
}

/** True for a role whose request has every type that the document states. */
export function isRightRole(role: string): boolean {
  return momentOf(role) !== undefined || (isFilterRole(role) && role !== filterRole('number'))
}

/** What was asked of the list's own pages, in the order in which it was asked. */
export function readingsOf({ exchanges }: ProbeRecord): (Moment & { readonly exchange: Exchange })[] {
  return [...exchanges].flatMap(([role, exchange]) => {
    const moment = momentOf(role)
    return moment ? [{ ...moment, exchange }] : []
  })
}

/** Orders pages by when they were read. */
export function compareMoments(one: Moment, other: Moment): number {
  return passes.indexOf(one.pass) - passes.indexOf(other.pass) || one.moment - other.moment
}
