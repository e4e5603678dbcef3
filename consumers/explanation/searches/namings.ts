import type { Construction, SignedPart } from '../../../contracts/construction.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import type { Way } from './guesses.ts'

export const [asWritten, inSnakeCase, inPascalCase] = ['', ', names in snake_case', ', names in PascalCase'] as const

export function namings({ parts }: Construction): Way<(name: string) => string>[] {
  const partOf = (name: string) => parts.find((part) => part.name === name)
  const snake = (name: string) => kebab(name).replaceAll('-', '_')
  return [
    { words: asWritten, make: (name) => name },
    { words: inSnakeCase, make: snake },
    { words: ', names in kebab-case', make: kebab },
    { words: ', names in lower case', make: (name) => name.toLowerCase() },
    { words: ', names in upper case', make: (name) => name.toUpperCase() },
    { words: ', names in UPPER_SNAKE_CASE', make: (name) => snake(name).toUpperCase() },
    { words: inPascalCase, make: (name) => name.charAt(0).toUpperCase() + name.slice(1) },
    { words: ', named as the headers', make: (name) => partOf(name)?.header ?? name },
    { words: ', named as headers, those that are none too', make: (name) => asHeader(name, partOf(name)) },
  ]
}

function asHeader(name: string, part: SignedPart | undefined): string {
  return part?.header ?? (part?.setting === undefined ? name : `x-${kebab(name)}`)
}
