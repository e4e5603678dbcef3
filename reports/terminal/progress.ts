import { wrapped } from '../text/lines.ts'
import { cropped, plain } from '../text/plain.ts'

/** Shows how far a run is; on a terminal it leaves nothing behind when it ends. */
interface Progress {
  update(state: ProgressState): void
  /** Says something that stays. */
  note(text: string): void
  end(): void
}

interface ProgressState {
  readonly done: number
  readonly total: number
  readonly doing: string
  readonly unanswered?: number
  readonly wronglyAccepted?: number
  /** For how long nothing has come, in milliseconds. */
  readonly idle?: number
  /** What is counted; requests unless it is said. */
  readonly what?: string
}

/** What progress needs of a stream: standard error, as a rule. */
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
 * On a terminal one line, drawn at most every 50 ms in a single write, so that it does not flicker; elsewhere, and on one that
 * cannot draw (TERM=dumb), a line every ten seconds, also while nothing comes: a target may ask to wait for a minute. Each tells the time
 * that went by, and about how much is left.
 */
export function createProgress(
  stream: ProgressStream,
  now: () => number = performance.now.bind(performance),
  term: string | undefined = process.env['TERM'],
): Progress {
  const startedAt = now()
  const progress = stream.isTTY && term !== 'dumb' ? drawn(stream, now, startedAt) : written(stream, now, startedAt)
  let last: (ProgressState & { readonly at: number }) | undefined
  const timer = setInterval(() => last && progress.update({ ...last, idle: now() - last.at }), leastWaited).unref()
  return {
    ...progress,
    update(state) {
      last = { ...state, at: now() }
      progress.update(state)
    },
    end() {
      clearInterval(timer)
      progress.end()
    },
  }
}

function drawn(stream: ProgressStream, now: () => number, startedAt: number): Progress {
  let drawnAt = Number.NEGATIVE_INFINITY
  return {
    update(state) {
      if (now() - drawnAt < leastDrawn) return
      drawnAt = now()
      const width = Math.max(20, (stream.columns ?? 80) - 1)
      const text = `${bar(state)} ${state.done}/${state.total}${troubles(state)}, ${timesOf(state, drawnAt - startedAt)} ${plain(state.doing)}`
      stream.write(`\r${cropped(text, width)}\u001b[K`)
    },
    note(text) {
      stream.write(`${eraseLine}${noteOn(stream, text)}`)
    },
    end() {
      if (drawnAt !== Number.NEGATIVE_INFINITY) stream.write(eraseLine)
    },
  }
}

function written(stream: ProgressStream, now: () => number, startedAt: number): Progress {
  let writtenAt = startedAt
  return {
    update(state) {
      if (now() - writtenAt < leastWritten) return
      writtenAt = now()
      stream.write(
        `${state.done} of about ${state.total} ${state.what ?? 'requests'}${troubles(state)}, ${timesOf(state, writtenAt - startedAt)}\n`,
      )
    },
    note: (text) => {
      writtenAt = now()
      stream.write(noteOn(stream, text))
    },
    end: () => undefined,
  }
}

function noteOn({ columns = 80 }: ProgressStream, text: string): string {
  return wrapped(text, Math.max(40, columns))
    .map((line) => `${line}\n`)
    .join('')
}

/** How long it took so far and, once a tenth is done, about how long the rest will take, unless that is over and nothing came. */
function timesOf({ done, total, idle = 0 }: ProgressState, elapsed: number): string {
  const gone = `${Math.round(elapsed / 1000)} s`
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
