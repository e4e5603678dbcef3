import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import { ownPages, pagedOf, singlePages } from './lists.ts'
import { isBeyond, isCount, type Page } from './page.ts'

/** The sizes that a target granted, by those that were asked for. */
type Grants = ReadonlyMap<number, number>

/** Pages that hold more than their size, or whose size does not follow what is asked for. */
export function* judgeSize(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  for (const { finding } of sizeFaults(evidence, others)) yield finding
}

/** A size that is rounded up and said: whoever reads on by it misses nothing, but did not ask for so much. */
export function* judgeRounding(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const pages = ownPages(evidence)
  const grants = grantsOf(evidence, [...pages, ...singlePages(evidence, others)])
  const isBroken = breaksRounding(grants)
  for (const [asked, size] of grants) {
    const page = pages.find((each) => each.asked.size === asked && each.size === size)
    if (size > asked && page && !isBroken) yield tooLarge(evidence, page)
  }
}

/** The sizes asked for at which pages are not of the size that they say: what is counted of them proves nothing more. */
export function faultySizes(evidence: Evidence): Set<number> {
  return new Set(sizeFaults(evidence).map(({ asked }) => asked))
}

interface SizeFault {
  readonly asked: number
  readonly finding: Finding
}

function sizeFaults(evidence: Evidence, others: readonly Evidence[] = []): SizeFault[] {
  const operation = pagedOf(evidence)
  const all = [...ownPages(evidence), ...singlePages(evidence, others)]
  const grants = grantsOf(evidence, all)
  const isBroken = breaksRounding(grants)
  const { records, size: pointer } = operation.pagination
  return all.flatMap((page): SizeFault[] => {
    const { asked, size, count, exchange } = page
    const found = (at: string, expected: string, actual: string) => ({
      asked: asked.size,
      finding: { at, expected, actual, exchange: exchange.id },
    })
    if (isCount(size) && size > asked.size && isBroken) return [{ asked: asked.size, finding: tooLarge(evidence, page) }]
    const granted = Number.isInteger(size) ? Number(size) : asked.size
    if (count !== undefined && count > granted) return [found(records, `at most ${counted(granted, 'record')}`, counted(count, 'record'))]
    const usual = grants.get(asked.size)
    const differs = usual !== undefined && isCount(size) && size !== usual && !isBeyond(operation, { ...page, size: usual })
    return differs ? [found(pointer.response, `${usual}, as on other pages of ${asked.size}`, String(size))] : []
  })
}

function tooLarge(evidence: Evidence, { asked, size, exchange }: Page): Finding {
  const { size: pointer } = pagedOf(evidence).pagination
  return { at: pointer.response, expected: `at most ${asked.size}`, actual: String(size), exchange: exchange.id }
}

function grantsOf(evidence: Evidence, pages: readonly Page[]): Grants {
  const grants = new Map<number, number>()
  for (const page of pages) {
    if (isCount(page.size) && !grants.has(page.asked.size) && !isBeyond(pagedOf(evidence), page)) grants.set(page.asked.size, page.size)
  }
  return grants
}

/**
 * True if sizes are granted above those asked for, and no rounding up gives them: rounded up, every size between the two is granted
 * as the same one, and a target that has no other size than this one follows nothing that is asked.
 */
function breaksRounding(grants: Grants): boolean {
  const all = [...grants]
  return all.some(([asked, granted]) => {
    if (granted <= asked) return false
    const isConstant = all.every(([, size]) => size === granted) && all.some(([other]) => other > granted)
    return isConstant || all.some(([other, size]) => other > asked && other <= granted && size !== granted)
  })
}
