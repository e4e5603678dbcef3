import type { Secret } from '../../engine/client/transport/connection.ts'
import { ConfigurationError } from './configuration.ts'
import type { Environment } from './entry.ts'

/** A text in which `${NAME}` was filled in, and the values that were: they may be secrets. */
interface Filled {
  readonly value: string
  readonly used: readonly Secret[]
}

/** Fills environment variables into a text, each as `write` has it. @throws {ConfigurationError} where one is not set. */
export function filled(text: string, environment: Environment, place: string, write = (value: string) => value): Filled {
  const used: Secret[] = []
  const value = text.replace(/\$\{([^}]*)\}/g, (_, name: string) => {
    const found = environment[name]
    if (!found) throw new ConfigurationError(`${place} refers to the environment variable ${name}, which is not set.`)
    used.push({ name, value: found })
    return write(found)
  })
  return { value, used }
}
