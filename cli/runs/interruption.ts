/** The signals that end a run: from the keyboard, from a supervisor, and because its terminal was closed. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Acts, and tells it of the first interruption, or that the process that it works for has died; a second signal ends the process. */
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
