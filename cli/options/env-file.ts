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

/** The first of our variables on a line, before any value: as files of variables have it, or scripts of a shell, or anything else. */
const ourVariable = /^[^=#]*?\b(ASSAY_\w+)/

/** Another one, behind a value. */
const furtherVariables = /[\s;,"'](ASSAY_\w+)=/g

/** What sets nothing: a value in quotation marks, or a comment. */
const quotedOrComment = /(?<==\s*)(["'`])(?:(?!\1).)*\1|\s#[^\n]*/gs

/** A line, or several up to the second quotation mark around a value, if nothing but a comment stands behind that. */
const statements = /^(?:[^=#\n]*=[ \t]*(["'`])(?:(?!\1).)*\1[ \t]*(?:#[^\n]*)?|[^\n]*)$/gms

/** What is wrong with the value of a line, in words about its variable. */
const wrongValues: readonly (readonly [RegExp, (variable: string) => string])[] = [
  [/^(["'`])(?!.*\1)/s, (variable) => `the quotation mark before the value of ${variable} is not closed`],
  [/^(["'`])(?:(?!\1).)*\1\s*[^\s#]/s, (variable) => `what stands behind the second quotation mark is no part of ${variable}`],
  [/^[^\s"'`#][^#]*(?<=\S)#/, (variable) => `# begins a comment, which cuts ${variable} short`],
]

/** In bytes: as many secrets as fit into more take minutes to be searched for. */
const longest = 64 << 10

/** What a file of variables sets, and a sentence for each line of ours that sets nothing, a part of its value, or one set before. */
export function readEnvFile(file: string) {
  // For Node, a line ends with a line feed alone.
  const text = readText(file, longest).replaceAll(/\r\n?/g, '\n')
  const variables = parseEnv(text)
  const earlier = new Map<string, { readonly line: number; readonly value: string | undefined }>()
  let next = 1
  const faults = (text.match(statements) ?? []).flatMap((line) => {
    const at = next
    next += line.split('\n').length
    const place = `${file}, line ${at}`
    const name = ourVariable.exec(line)?.[1]
    if (name === undefined) return []
    const others = Array.from(line.replaceAll(quotedOrComment, '').matchAll(furtherVariables), ([, other = '']) => other)
    const unset = [...new Set([name, ...others])].filter((each) => !(each in variables))
    if (unset.length > 0) return unset.map((each) => `${place}, does not set ${each}: expected a line ${each}=value.`)
    const first = earlier.get(name)
    if (first && first.value !== variables[name])
      return [`${place}, sets ${name} to another value than line ${first.line}: expected one. Remove the line that is not meant.`]
    earlier.set(name, { line: at, value: parseEnv(line)[name] })
    const value = line.slice(line.indexOf('=') + 1).trim()
    const wrong = wrongValues.find(([form]) => form.test(value))
    return wrong ? [`${place}: ${wrong[1](name)}. Put all of its value into one pair of quotation marks.`] : []
  })
  return { variables, faults }
}
