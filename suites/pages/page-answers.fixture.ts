import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { catalogueOf } from '../index.ts'
import { type Pass, readingRole } from './page-roles.ts'

const { checks } = await catalogueOf(contract)
export const { data } = (paged.success.example as { transactions: { data: [Record<string, unknown>] } }).transactions
export const record = (index: number) => ({ ...data[0], trxRefId: String(1000 + index), trx_hash: `0x${1000 + index}` })
export const records = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => record(from + at))

interface PageGiven {
  readonly pass?: Pass
  readonly moment?: number
  readonly asked: number
  readonly of: number
  readonly page?: number
  readonly size?: number
  readonly total?: number
  readonly held?: readonly unknown[]
  readonly terminal?: string
}

/** A right page of twelve records, but for what is given. */
export function pageOf({ pass = 'sweep', moment = 2, asked, of, terminal, ...given }: PageGiven): Exchange {
  const { page = asked, size = of, total = 12, held = records((asked - 1) * of, Math.min(total, asked * of)) } = given
  const role = terminal === undefined ? readingRole({ pass, moment }, asked, of) : 'filter.padded'
  const body = { transactions: { data: held, total, page, perPage: size } }
  return exchange(paged, role, response(200, body), { terminalId: terminal ?? data[0]['terminalId'], page: asked, perPage: of })
}

/** Right pages of a list of twelve records. */
export const rightPages = [
  pageOf({ moment: 0, asked: 1, of: 5 }),
  pageOf({ asked: 2, of: 5 }),
  pageOf({ asked: 3, of: 5 }),
  pageOf({ asked: 4, of: 5, held: [] }),
  pageOf({ asked: 1, of: 1 }),
  pageOf({ asked: 1, of: 50 }),
  pageOf({ moment: 3, asked: 12, of: 1 }),
  pageOf({ moment: 4, asked: 1, of: 5 }),
]

/** The right pages, with some in the place of those of the same role. */
export const rightPagesBut = (...changed: Exchange[]) => [
  ...rightPages.map((page) => changed.find(({ role }) => role === page.role) ?? page),
  ...changed.filter(({ role }) => !rightPages.some((page) => page.role === role)),
]
export const refusedPage = (page: number, of: number, status: number) =>
  exchange(paged, readingRole({ pass: 'sweep', moment: 2 }, page, of), response(status, status < 300 ? {} : { error: 'no' }), {
    page,
    perPage: of,
  })

export function pageCheck(name: string): Check {
  const check = checks.find(({ id }) => id === `${paged.id}.pages.${name}`)
  if (!check) throw new Error(`there is no check ${name}`)
  return check
}

export function judge(name: string, pages: readonly Exchange[], ordinary: readonly Exchange[] = []) {
  const check = pageCheck(name)
  const beside = check.beside?.find((probe) => ordinary.every(({ role }) => probe.isRight(role)))
  return [...check.judge(evidenceOf(check.probe, pages), beside && [evidenceOf(beside, ordinary)])]
}
