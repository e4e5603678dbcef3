import type { Environment } from './entry.ts'

/** What a program needs to find itself, its files and its language; nothing of it is a secret of a target. */
const ordinary =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_\w+|TZ|TERM|TMPDIR|TMP|TEMP|XDG_\w+|SystemRoot|SystemDrive|windir|ComSpec|PATHEXT|USERPROFILE|HOMEDRIVE|HOMEPATH|APPDATA|LOCALAPPDATA|ProgramData|ProgramFiles\S*)$/i

/** The environment of a program that Assay starts: the ordinary variables, and those that it was given by name. */
export function childEnvironment(environment: Environment, given: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value !== undefined && (ordinary.test(name) || given.includes(name)) ? [[name, value]] : [],
    ),
  )
}
