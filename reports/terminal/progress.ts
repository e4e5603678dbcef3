import { wrapped } from '../text/lines.ts'
import { cropped, plain } from '../text/plain.ts'

interface ProgressState {
  readonly done: number
  readonly total: number
  /** Undefined where the target is waited for. */
  readonly doing: string | undefined
  /** How long it asked to wait, in milliseconds. */
  readonly asked?: number | undefined
  readonly unanswered?: number
  readonly wronglyAccepted?: number
  /** For how long nothing has come, in milliseconds. */
  readonly idle?: number
  /** What is counted; requests unless it is said. */
  readonly what?: string
}

interface ProgressStream {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

const leastDrawn = 50
const leastWritten = 10_000
/** How long nothing comes before the time that goes by is told again. */
const leastWaited = 1000
const eraseLine = '\r\u001b[K'

/**
 * Shows how far a run is: on a terminal one line, which is gone when it ends, drawn at most every 50 ms in a single write, so that it
 * does not flicker; elsewhere, and on one that cannot draw (TERM=dumb), a line every ten seconds, also while nothing comes: a target may
 * ask to wait for a minute. Each tells the time that went by, and about how much is left.
 */
export function createProgress(
  stream: ProgressStream,
  now: () => number = performance.now.bind(performance),
  term: string | undefined = process.env['TERM'],
) {
  const startedAt = now()
  const line = createStatusLine(stream, now, term)
  let last: (ProgressState & { readonly at: number }) | undefined
  const show = (state: ProgressState) => line.show((isDrawn) => textOf(state, now() - startedAt, isDrawn))
  const timer = setInterval(() => last && show({ ...last, idle: now() - last.at }), leastWaited).unref()
  return {
    update: (state: ProgressState) => {
      last = { ...state, at: now() }
      show(state)
    },
    note: (text: string) => line.say(wrapped(text, Math.max(40, stream.columns ?? 80))),
    [Symbol.dispose]: () => {
      clearInterval(timer)
      line.end()
    },
  }
}

function textOf(state: ProgressState, elapsed: number, isDrawn: boolean): string {
  const { done, total, doing, what = 'requests' } = state
  const tail = `${troubles(state)}, ${timesOf(state, elapsed)}`
  return isDrawn ? `${bar(state)} ${done}/${total}${tail} ${plain(doing ?? '')}`.trimEnd() : `${done} of about ${total} ${what}${tail}`
}

/** What is shown of something that goes on: a line that is drawn over itself on a terminal that can, elsewhere one every ten seconds. */
export function createStatusLine(
  stream: ProgressStream,
  now: () => number = performance.now.bind(performance),
  term: string | undefined = process.env['TERM'],
) {
  const isDrawn = stream.isTTY === true && term !== 'dumb'
  let shownAt = isDrawn ? Number.NEGATIVE_INFINITY : now()
  return {
    show: (textOf: (isDrawn: boolean) => string) => {
      if (now() - shownAt < (isDrawn ? leastDrawn : leastWritten)) return
      shownAt = now()
      const text = textOf(isDrawn)
      stream.write(isDrawn ? `\r${cropped(text, Math.max(20, (stream.columns ?? 80) - 1))}\u001b[K` : `${text}\n`)
    },
    say: (lines: readonly string[]) => {
      if (!isDrawn) shownAt = now()
      stream.write(`${isDrawn ? eraseLine : ''}${lines.map((line) => `${line}\n`).join('')}`)
    },
    end: () => {
      if (isDrawn && shownAt !== Number.NEGATIVE_INFINITY) stream.write(eraseLine)
    },
  }
}

/** How long it took so far and, once a tenth is done, about how long the rest will take, unless that is over and nothing came. */
function timesOf({ done, total, doing, asked, idle = 0 }: ProgressState, elapsed: number): string {
  const gone = `${Math.round(elapsed / 1000)} s`
  if (doing === undefined)
    return `${gone}, waiting${asked === undefined ? '' : `, as the target asked to for ${Math.ceil(asked / 1000)} s`}`
  if (done * 10 < total || done >= total) return gone
  const left = ((elapsed - idle) * (total - done)) / done
  return left < idle ? `${gone}, waiting` : `${gone}, about ${Math.ceil(left / 1000)} s left`
}

function troubles({ wronglyAccepted = 0, unanswered = 0 }: ProgressState): string {
  return `${wronglyAccepted === 0 ? '' : `, ${wronglyAccepted} wrongly accepted`}${unanswered === 0 ? '' : `, ${unanswered} unanswered`}`
}

function bar({ done, total }: ProgressState): string {
  const filled = Math.round((Math.min(done, total) / Math.max(1, total)) * 12)
  return `${'█'.repeat(filled)}${'░'.repeat(12 - filled)}`
}
