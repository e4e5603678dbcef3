/** The signals that end a run: from the keyboard, from a supervisor, and because its terminal was closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Hear = (signal: NodeJS.Signals) => void

/** Tells of a signal that came before anything could hear it. */
let tellEarly = (_: Hear) => {}

/** Keeps the signals that would end a command before it has taken its folder, until something hears them; a second one ends it. */
export function keepEarlySignals(): Disposable {
  let early: NodeJS.Signals | undefined
  const keep = (signal: NodeJS.Signals) => {
    if (early) process.exit(130)
    early = signal
  }
  for (const signal of endings) process.on(signal, keep)
  tellEarly = (hear) => {
    for (const signal of endings) process.off(signal, keep)
    tellEarly = () => {}
    if (early) hear(early)
  }
  return { [Symbol.dispose]: endAtSignals }
}

/** Keeps signals no longer: where nothing hears them, they end the process at once, as does one that came before. */
export function endAtSignals(): void {
  tellEarly((signal) => process.kill(process.pid, signal))
}

/** Runs something while the signals that end a run are heard. */
export async function hearing<Result>(hear: Hear, act: () => Promise<Result>): Promise<Result> {
  for (const signal of endings) process.on(signal, hear)
  tellEarly(hear)
  try {
    return await act()
  } finally {
    for (const signal of endings) process.off(signal, hear)
  }
}

/** Runs something whose signal is aborted when the process is interrupted, or its parent has died; a second interruption ends the process. */
export async function interruptibly<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  const abort = () => interruption.abort()
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : abort())
  process.on('disconnect', abort)
  if (process.connected === false) abort()
  return hearing(interrupt, () => act(interruption.signal)).finally(() => process.off('disconnect', abort))
}

/** Runs something to its end, which it learns by its signal if the process is interrupted: the process ends then, and at once if it is again. */
export async function undisturbed<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  let held: NodeJS.Signals | undefined
  const hold = (signal: NodeJS.Signals) => {
    if (held) process.exit(130)
    held = signal
    interruption.abort()
  }
  return hearing(hold, () => act(interruption.signal)).finally(() => held && process.kill(process.pid, held))
}
