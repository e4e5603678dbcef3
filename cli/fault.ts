import { contract } from '../contracts/generated/contract.ts'
import type { Secret } from '../engine/client/transport/connection.ts'
import { attempted } from '../language/attempted.ts'
import { createRedaction, type Redaction } from '../reports/redaction/redaction.ts'
import { cropped, plain, plainLines } from '../reports/text/plain.ts'
import type { Environment } from '../targets/configuration/entry.ts'
import { isDebugging } from './debugging.ts'
import { envFilesOf, readEnvFile } from './options/env-file.ts'

/** A fault of Assay's own in a sentence: without the secrets that may have got into its message, and with a stack trace only for `--debug`. */
export function faultSentence(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const message = cropped(plain(withoutSecrets(text)), 500)
  const trace = isDebugging() && error instanceof Error ? `\n${plainLines(withoutSecrets(error.stack ?? ''))}` : ''
  return `Assay broke off (${message}). This is a fault in Assay and says nothing about the target. Please report it${trace ? '' : '; --debug shows where'}.${trace}`
}

/** A message as it may be said: without secrets, and without what a terminal or a CI system would obey; what has no end is cut. */
export function sayable(text: string): string {
  const shown = plainLines(withoutSecrets(text)).replace(longWord, (word) => `${word.slice(0, 200)}…`)
  return shown.replace(longLine, (_, start: string, end: string) => `${start} … ${end}`)
}

/** Longer than any name or path that somebody typed. */
const longWord = /\S{1000,}/g

/** Longer than any sentence of Assay's own: what it quotes is cut, and its end says what to do. */
const longLine = /^(.{1000}).{1000,}(.{200})$/gm

/** A message without the secrets of the environment, of `.env` and of the words of a command line: who gives one there sees it nowhere again. */
export function withoutSecrets(text: string, words?: readonly string[]): string {
  return secretRemoval(words)(text)
}

/** Takes them out of many texts, as they are when it is made. */
export function secretRemoval(words?: readonly string[], environment?: Environment): Redaction {
  const secrets = secretsAround(words, environment)
  // To search for all forms of what is as long as a file would take minutes.
  const [short, long] = [secrets.filter(isSearched), secrets.filter((each) => !isSearched(each))]
  const redact = createRedaction(short)
  return (text) => long.reduce((shown, { name, value }) => shown.replaceAll(value, `«${name}»`), redact(text))
}

/** Those of them that all forms of are searched for. */
export function searchedSecrets(words?: readonly string[], environment?: Environment): Secret[] {
  return secretsAround(words, environment).filter(isSearched)
}

function secretsAround(words: readonly string[] = process.argv.slice(2), environment: Environment = process.env): Secret[] {
  const declared = new Set(contract.settings.flatMap(({ env, secret }) => (secret ? [env] : [])))
  const named = new Map(contract.settings.map(({ name, env }) => [env, name]))
  return [environment, ...words.map(assignedIn), ...['.env', ...envFilesOf(words)].map(valuesIn)].flatMap((variables) =>
    Object.entries(variables).flatMap(([variable, value]) =>
      value && !isUnfilled(value) && (declared.has(variable) || (readsLikeSecret.test(variable) && value.length >= 6))
        ? [{ name: named.get(variable) ?? variable, value: value.trim() }]
        : [],
    ),
  )
}

/** True for a variable that nothing filled in: to take its name out would take it out of what is said of it. */
function isUnfilled(value: string): boolean {
  const name = /^[$%]\{?([A-Z\d_]+)[%}]?$/.exec(value.trim())?.[1]
  return name !== undefined && contract.settings.some(({ env }) => env.endsWith(name))
}

function isSearched({ value }: Secret): boolean {
  return value.length <= 4096
}

/** A configuration may name any variable for a secret. */
const readsLikeSecret = /token|secret|passw|credential|merchant|key/i

/** What looks like a variable that somebody wanted to set, but is an argument. */
function assignedIn(word: string): Environment {
  const [, name, value] = /^([A-Z_][A-Z\d_]*)=(.+)$/s.exec(word) ?? []
  return name === undefined ? {} : { [name]: value }
}

function valuesIn(file: string): Environment {
  return attempted(() => readEnvFile(file).variables) ?? {}
}
