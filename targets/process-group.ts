/** Sends a signal to a process that was started detached, and to all of its group; on Windows, which has no groups, to it alone. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return
  try {
    process.kill(process.platform === 'win32' ? leader : -leader, signal)
  } catch {
    // gone already
  }
}
