import { grouped } from '../counted.ts'
import { nestsDeeper } from '../json/nesting.ts'

/** Why a text cannot be read as YAML, in words for its author, with none of the text: what was taken for YAML may be a secret. */
export function yamlFault(cause: unknown): string {
  const { code, message } = cause as { code?: string; message: string }
  if (code === own) return message
  if (cause instanceof RangeError || code === 'RESOURCE_EXHAUSTION') return 'it nests too deeply'
  if (code === 'MULTIPLE_DOCS') return 'it holds several documents; expected one'
  const [line = ''] = message.split('\n', 1)
  const [, words = '', place = ''] = /^(.*?)(?:: .*?)?( at line \d+, column \d+)?:?$/s.exec(line) ?? []
  return `${quoting[code ?? ''] ?? words}${place}`
}

/** By code, in place of messages that quote the text in the middle of their words. */
const quoting: Readonly<Record<string, string>> = {
  BAD_DIRECTIVE: 'Unknown or malformed directive',
  BAD_DQ_ESCAPE: 'Invalid escape sequence',
  TAG_RESOLVE_FAILED: 'Unresolved tag',
}

/**
 * Refuses a text that nests too deeply, or holds too much, before it is read as YAML, which takes a thousand times its room; `readText`
 * bounds its length. @throws
 */
export function refuseHeavyYaml(text: string): void {
  if (nestsDeeper(text, deepest) || isDeepInLine.test(text)) throw new RangeError()
  let parts = 0
  for (const character of text) if (partsBeginAt.has(character)) parts += 1
  if (parts > mostParts) throw ownFault(`expected at most ${grouped(mostParts)} lines and values, found ${grouped(parts)}`)
}

/** Refuses what was read from YAML if it holds itself, by an alias within what that names: whoever walks through it never ends. @throws */
export function refuseCircular(content: unknown): void {
  const ended = new Map<object, boolean>()
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null || ended.get(value)) return
    if (ended.has(value)) throw ownFault('an alias stands within what it names')
    ended.set(value, false)
    for (const member of Object.values(value)) walk(member)
    ended.set(value, true)
  }
  walk(content)
}

function ownFault(words: string): Error {
  return Object.assign(new Error(words), { code: own })
}

const own = 'OWN'
const partsBeginAt: ReadonlySet<string> = new Set(['\n', ',', ':', '[', '{'])

/** Each takes half a kilobyte once it is read; a file of a hundred targets, or a waiver of every check, has a fifth of them. */
const mostParts = 30_000

const deepest = 1000
const isDeepInLine = /^(?:[-?:] +){1000}/m
