import { parseEnv } from 'node:util'
import { Option } from 'commander'
import { readText } from '../../text/files/text-file.ts'

/** Node takes `--env-file` for its own, wherever it stands, and ends where there is no such file: ours has another name as well. */
const names = ['--settings', '--env-file'] as const

export function envFileOption(): Option {
  return new Option(`${names.join(', ')} <file>`, 'read variables from this file instead of .env')
}

export function envFilesOf(words: readonly string[]): string[] {
  return words.flatMap((word, at) => {
    const joined = names.find((name) => word.startsWith(`${name}=`))
    if (joined) return [word.slice(joined.length + 1)]
    return names.some((name) => words[at - 1] === name) ? [word] : []
  })
}

/** One of our variables at the beginning of a line, as files of variables have it, or scripts of a shell. */
const ourVariable = /^\s*(?:export\s+|set\s+|\$env:)?(ASSAY_\w+)/

/** A value outside quotation marks with a # in it, with which a comment begins for Node. */
const cutShort = /^[^=#]*=\s*[^\s"'`#][^#]*(?<=\S)#/

/** What a file of variables sets, and a sentence for each line of ours that sets nothing, a part of its value, or one set before. */
export function readEnvFile(file: string) {
  const text = readText(file)
  const variables = parseEnv(text)
  const earlier = new Map<string, { readonly line: number; readonly value: string | undefined }>()
  const faults = text.split('\n').flatMap((line, at) => {
    const name = ourVariable.exec(line)?.[1]
    if (name === undefined) return []
    const place = `${file}, line ${at + 1}`
    if (!(name in variables)) return [`${place}, does not set ${name}: expected ${name}=value.`]
    const first = earlier.get(name)
    if (first && first.value !== variables[name])
      return [`${place}, sets ${name} to another value than line ${first.line}: expected one. Remove the line that is not meant.`]
    earlier.set(name, { line: at + 1, value: parseEnv(line)[name] })
    return cutShort.test(line) ? [`${place}: # begins a comment, which cuts ${name} short. Put its value in quotation marks.`] : []
  })
  return { variables, faults }
}
