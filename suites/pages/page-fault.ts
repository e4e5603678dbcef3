import type { Mutant } from '../../provider/mutant.ts'
import type { ServedPage } from '../../provider/pages.ts'

export type PageAlteration = (page: ServedPage, all: readonly unknown[], everyone: readonly unknown[]) => ServedPage

export type HeldRecords = (page: ServedPage, all: readonly unknown[]) => readonly unknown[]

/** A way to page wrongly, and the checks that see it. What it remembers lives in what `turn` makes. */
export interface PageFault {
  readonly id: string
  readonly title: string
  readonly caughtBy: readonly PageCheck[]
  readonly turn: () => PageAlteration
  readonly level?: Mutant['level']
}

type PageCheck = 'number' | 'size' | 'rounding' | 'distinct' | 'total' | 'answered' | 'filter'

export function fault(caughtBy: readonly PageCheck[], id: string, title: string, turn: PageAlteration): PageFault {
  return { id, title, caughtBy, turn: () => turn }
}

/** A fault of the records alone: the page says everything else as it should. */
export function recordsFault(caughtBy: readonly PageCheck[], id: string, title: string, records: HeldRecords): PageFault {
  return fault(caughtBy, id, title, (page, all) => ({ ...page, records: records(page, all) }))
}
