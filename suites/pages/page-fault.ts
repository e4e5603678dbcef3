import type { Mutant } from '../../provider/mutant.ts'
import type { ServedPage } from '../../provider/pages.ts'

/** What is made of a page, and of all records, those of everyone aside; and which answer it is, the first of which is 1. */
export type PageAlteration = (page: ServedPage, all: readonly unknown[], everyone: readonly unknown[], number: number) => ServedPage

export type HeldRecords = (page: ServedPage, all: readonly unknown[], number: number) => readonly unknown[]

/** A way to page wrongly, and the checks that see it. What it remembers lives in what `turn` makes. */
export interface PageFault {
  readonly id: string
  readonly title: string
  readonly caughtBy: readonly PageCheck[]
  readonly turn: () => PageAlteration
  readonly level?: Mutant['level']
  /** What it does shows in what is sent to observe alone. */
  readonly isObserved?: true
}

type PageCheck = 'number' | 'size' | 'rounding' | 'distinct' | 'total' | 'answered' | 'filter'

export function fault(caughtBy: readonly PageCheck[], id: string, title: string, turn: PageAlteration): PageFault {
  return { id, title, caughtBy, turn: () => turn }
}

/** A fault of the records alone: the page says everything else as it should. */
export function recordsFault(caughtBy: readonly PageCheck[], id: string, title: string, records: HeldRecords): PageFault {
  return fault(caughtBy, id, title, (page, all, _everyone, number) => ({ ...page, records: records(page, all, number) }))
}
