import { readdir, readFile } from 'node:fs/promises'

/** The environment variable by which the processes of a command are known. */
export const marker = 'ASSAY_GATE'

/** Ends what is left of a command's group, and on Linux whatever left the group but not the environment. Says how many there were. */
export async function endFamily(group: number | undefined, id: string): Promise<number> {
  const strays = (await marked(id)).filter((pid) => pid !== process.pid)
  for (const pid of strays) kill(pid)
  if (group !== undefined && process.platform !== 'win32') kill(-group)
  return strays.length
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // gone already
  }
}

/** The processes of this user that have the marker. */
async function marked(id: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const names = await readdir('/proc').catch((): string[] => [])
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => isMarked(name, id)))
  return found.flatMap((pid) => pid ?? [])
}

async function isMarked(name: string, id: string): Promise<number | undefined> {
  try {
    const environment = await readFile(`/proc/${name}/environ`, 'latin1')
    if (!environment.split('\0').includes(`${marker}=${id}`)) return undefined
    const state = /^State:\s+(\w)/m.exec(await readFile(`/proc/${name}/status`, 'latin1'))?.[1]
    return state === 'Z' || state === 'X' ? undefined : Number(name)
  } catch {
    return undefined
  }
}
