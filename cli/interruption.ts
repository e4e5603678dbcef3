/** The signals that end a run: from the keyboard, from a supervisor, and because its terminal was closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Acts, and tells it of the first interruption; a second one ends the process. */
export async function interruptibly<Result>(act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const interruption = new AbortController()
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort())
  for (const signal of endings) process.on(signal, interrupt)
  try {
    return await act(interruption.signal)
  } finally {
    for (const signal of endings) process.off(signal, interrupt)
  }
}
