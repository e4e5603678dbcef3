/** The signals that end a run: from the keyboard, from a supervisor, and because its terminal was closed. */
export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs something whose signal is aborted at the first interruption, or when the parent process has died; a second interruption ends the process. */
export async function interruptibly<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  const abort = () => interruption.abort()
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : abort())
  for (const signal of endings) process.on(signal, interrupt)
  process.on('disconnect', abort)
  if (process.connected === false) abort()
  try {
    return await act(interruption.signal)
  } finally {
    for (const signal of endings) process.off(signal, interrupt)
    process.off('disconnect', abort)
  }
}

/** Runs something to its end; a signal that came meanwhile ends the process then, and a second one at once. */
export async function undisturbed<Result>(act: () => Promise<Result>): Promise<Result> {
  let held: NodeJS.Signals | undefined
  const hold = (signal: NodeJS.Signals) => {
    if (held) process.exit(130)
    held = signal
  }
  for (const signal of endings) process.on(signal, hold)
  try {
    return await act()
  } finally {
    for (const signal of endings) process.off(signal, hold)
    if (held) process.kill(process.pid, held)
  }
}
