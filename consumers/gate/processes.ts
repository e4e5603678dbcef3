import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { attempted } from '../../language/attempted.ts'
import { signalGroup } from '../../targets/process-group.ts'

/** The environment variable by which the processes of a command are known. */
export const marker = 'ASSAY_GATE'

/** How often processes are looked for: one may start others while they are being ended. */
const looks = 5

interface Family {
  readonly id: string
  /** When it began, in milliseconds by `performance.now()`. */
  readonly since: number
  /** Where the command prints to: whatever it started holds that as well, unless it let go of it. */
  readonly streams: readonly string[]
}

/** The streams of a process, as other processes have them; none if the system does not tell. */
export function streamsOf(pid: number | undefined): string[] {
  if (process.platform !== 'linux' || pid === undefined) return []
  return [1, 2].flatMap((stream) => attempted(() => readlinkSync(`/proc/${pid}/fd/${stream}`)) ?? [])
}

/** Ends what is left of a command's group, and on Linux what left it with its environment or its streams. Says how many there were. */
export function endFamily(group: number | undefined, family: Family): number {
  const strays = new Set<number>()
  for (let look = 0; look < looks; look += 1) {
    const found = members(family, group ?? 0)
    for (const pid of found) {
      strays.add(pid)
      attempted(() => process.kill(pid, 'SIGKILL')) // it may be gone already
    }
    if (look === 0 && process.platform !== 'win32') signalGroup(group, 'SIGKILL')
    if (found.length === 0) break
  }
  return strays.size
}

function members(family: Family, first: number): number[] {
  if (process.platform !== 'linux') return []
  const least = isCounting(first, family) ? first : 0
  const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && Number(name) >= least ? [Number(name)] : []))
  return pids.filter((pid) => pid !== process.pid && isMember(pid, family))
}

/** The least time in which a system may give out every process number once, in milliseconds. */
const leastRound = 5_000

/** True if process numbers have only grown since a command began: whatever it started has a greater one. */
function isCounting(first: number, { since }: Family): boolean {
  if (performance.now() - since > leastRound) return false
  const last = Number(readFileSync('/proc/loadavg', 'latin1').split(' ').at(-1))
  return last >= first
}

/** True for a process that carries the marker or one of the streams, and is no zombie. */
function isMember(pid: number, { id, streams }: Family): boolean {
  const ofProcess = (name: string) => attempted(() => readFileSync(`/proc/${pid}/${name}`, 'latin1')) ?? ''
  const isMarked = ofProcess('environ').split('\0').includes(`${marker}=${id}`)
  return (isMarked || streamsOf(pid).some((stream) => streams.includes(stream))) && /^State:\s+[^ZX\s]/m.test(ofProcess('status'))
}
