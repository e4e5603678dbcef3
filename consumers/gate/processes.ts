import { readdirSync, readFileSync } from 'node:fs'

/** The environment variable by which the processes of a command are known. */
export const marker = 'ASSAY_GATE'

/** How often processes are looked for: one may start others while they are being ended. */
const looks = 5

/** Ends what is left of a command's group, and on Linux whatever left the group but not the environment. Says how many there were. */
export function endFamily(group: number | undefined, id: string): number {
  const strays = new Set<number>()
  for (let look = 0; look < looks; look += 1) {
    const found = marked(id)
    for (const pid of found) {
      strays.add(pid)
      kill(pid)
    }
    if (look === 0 && group !== undefined && process.platform !== 'win32') kill(-group)
    if (found.length === 0) break
  }
  return strays.size
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

/** The processes of this user that have the marker. */
function marked(id: string): number[] {
  if (process.platform !== 'linux') return []
  const names = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return names.flatMap((name) => (isMarked(name, id) ? [Number(name)] : [])).filter((pid) => pid !== process.pid)
}

/** True for a process that carries the marker and is no zombie. */
function isMarked(name: string, id: string): boolean {
  try {
    if (!readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`${marker}=${id}`)) return false
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${name}/status`, 'latin1'))
  } catch {
    return false
  }
}
