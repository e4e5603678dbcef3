import { plain, shortened } from './plain.ts'

/** Shows how far a run is, and leaves nothing behind when it ends. */
export interface Progress {
  update(state: { readonly done: number; readonly total: number; readonly doing: string }): void
  end(): void
}

/** What progress needs of a stream: standard error, as a rule. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const least = 50
const eraseLine = '\r\u001b[K'

/** One line on a terminal, drawn at most every 50 ms in a single write, so that it does not flicker; silence elsewhere. */
export function createProgress(stream: ProgressStream, now: () => number = performance.now.bind(performance)): Progress {
  if (!stream.isTTY) return { update: () => undefined, end: () => undefined }
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    update({ done, total, doing }) {
      if (now() - drawnAt < least) return
      drawnAt = now()
      const width = Math.max(20, (stream.columns ?? 80) - 1)
      stream.write(`\r${shortened(`${bar(done, total)} ${done}/${total} ${plain(doing)}`, width)}\u001b[K`)
    },
    end() {
      if (drawnAt !== Number.NEGATIVE_INFINITY) stream.write(eraseLine)
    },
  }
}

function bar(done: number, total: number): string {
  const filled = Math.round((Math.min(done, total) / Math.max(1, total)) * 12)
  return `${'█'.repeat(filled)}${'░'.repeat(12 - filled)}`
}
