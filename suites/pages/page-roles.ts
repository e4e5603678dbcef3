import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'

/** The list is read once, again where its total changed meanwhile, and at last one page after another. */
export const passes = ['sweep', 'again', 'slowly'] as const
export type Pass = (typeof passes)[number]

/** When a page is asked for. Those of one moment of a pass go side by side; every later moment waits for them. */
export interface Moment {
  readonly pass: Pass
  readonly moment: number
}

export type ReadingRole = `${Pass}.${number}.page-${number}.of-${number}`
/** What is done to the right value of the filter: the last of them is no string, which the source does not ask for. */
export type NearValue = 'cut' | 'cut-in-front' | 'extended' | 'padded' | 'changed' | 'changed-in-front' | 'number'
export type FilterRole = `filter.${NearValue}`
export type PageRole = 'first' | ReadingRole | FilterRole

/** The role of a page that is read. */
export function readingRole({ pass, moment }: Moment, page: number, size: number): ReadingRole {
  return `${pass}.${moment}.page-${page}.of-${size}`
}

/** When the page of a role is read; undefined for a role that is none of the list's own pages. */
export function momentOf(role: string): Moment | undefined {
  if (role === 'first') return { pass: 'sweep', moment: 0 }
  const [name, moment] = role.split('.')
  const pass = passes.find((each) => each === name)
  return pass && { pass, moment: Number(moment) }
}

/** True for a role that asks for the pages of another than the configured one. */
export function isFilterRole(role: string): role is FilterRole {
  return role.startsWith('filter.')
}

/** True for a role whose request has every type that the document states. */
export function isRightRole(role: string): boolean {
  return momentOf(role) !== undefined || (isFilterRole(role) && role !== 'filter.number')
}

/** What was asked of the list's own pages, in the order in which it was asked. */
export function readingsOf({ exchanges }: Evidence): (Moment & { readonly exchange: Exchange })[] {
  return [...exchanges].flatMap(([role, exchange]) => {
    const moment = momentOf(role)
    return moment ? [{ ...moment, exchange }] : []
  })
}
