import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { childEnvironment } from '../../targets/configuration/child-environment.ts'
import { tell } from './telling.ts'

const openers: Readonly<Record<string, readonly [command: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
}

/** What finds the browser and its screen beside the ordinary variables. */
const screen = ['BROWSER', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'DBUS_SESSION_BUS_ADDRESS', 'DESKTOP_SESSION', 'WSL_INTEROP']

/** Opens a file with what the system opens pages with; where that is not there, says where the file is. */
export function openInBrowser(path: string): Promise<void> {
  const file = resolve(path)
  const [command, ...words] = openers[process.platform] ?? ['xdg-open']
  return new Promise((done) => {
    const child = spawn(command, [...words, file], { stdio: 'ignore', detached: true, env: childEnvironment(process.env, screen) })
    child.once('error', () => {
      tell(`No browser could be started (${command} is missing). Open ${file}`)
      done()
    })
    child.once('spawn', () => {
      child.unref()
      done()
    })
  })
}
