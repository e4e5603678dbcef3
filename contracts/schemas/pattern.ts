import { attempted } from '../../language/attempted.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { inTime, TookTooLong } from '../../text/in-time.ts'

/** True for a text that an overlay's pattern matches. @throws {DocumentError} for a pattern that takes for ever, or is too large to be tried. */
export function matches(pattern: string, text: string): boolean {
  try {
    return inTime(() => new RegExp(pattern, 'u').test(text), 2000)
  } catch (cause) {
    const why = cause instanceof TookTooLong ? `takes too long on a text of ${text.length}` : 'is too large to be tried'
    throw new DocumentError(`The pattern ${pattern} ${why}.`, { cause })
  }
}

/** What a pattern asks for that can take forever on a text that a target answers, in words; undefined if it asks for nothing of the kind. */
export function patternCost(pattern: string): string | undefined {
  const costly = /(?<!\\)(?:\\\\)*(\(\?<?[=!]|\\[1-9k])/.exec(pattern)?.[1]
  return costly && `${costly.startsWith('(') ? 'looks around' : 'refers back'} (${costly}), which can take forever on what a target answers`
}

/** No text is longer, however often an expression repeats its parts. */
const longest = 65_536

/**
 * A short text that a regular expression matches, if a plain reading of it finds one. Always the same for the same expression.
 * @throws {DocumentError} for one that cannot be tried.
 */
export function textFor(pattern: string, least = 0): string | undefined {
  for (const more of [0, 1, 2, 4, 8, 16, 32]) {
    const text = reading(pattern, more)
    if (text === undefined) return undefined
    if (text.length >= least && matches(pattern, text)) return text
  }
  return undefined
}

/**
 * Texts of all kinds that a plain reading of a regular expression finds: one as short as it may be, and those in which one of its
 * choices falls otherwise (the other alternative, an optional part that is there, one repetition more, the last character of a set).
 */
export function textsFor(pattern: string): string[] {
  const texts = Array.from({ length: mostTurns }, (_, turn) => reading(pattern, 0, turn))
  return [...new Set(texts.filter((text) => text !== undefined))]
}

/** No expression has more choices that are tried. */
const mostTurns = 64

/** What a plain reading of an expression finds; undefined for one that it cannot read. */
function reading(pattern: string, more: number, turn = 0): string | undefined {
  return attempted(() => new Reader(pattern, more, turn).alternatives())
}

/** Reads an expression from left to right; `more` repetitions where it sets no upper bound, and otherwise at the choice of number `turn`. */
class Reader {
  readonly #pattern: string
  readonly #more: number
  readonly #turn: number
  #at = 0
  #choices = 0

  constructor(pattern: string, more: number, turn: number) {
    this.#pattern = pattern
    this.#more = more
    this.#turn = turn
  }

  alternatives(): string {
    let chosen = this.#sequence()
    while (this.#take(/^\|/)) {
      const other = this.#sequence()
      if (this.#turns()) chosen = other
    }
    return chosen
  }

  #sequence(): string {
    let text = ''
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern.charAt(this.#at))) text += this.#repeated()
    return text
  }

  #repeated(): string {
    const one = this.#atom()
    const count = this.#take(/^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/)
    if (!count || one === '') return one
    const most = Math.ceil(longest / one.length)
    const [, sign, from, comma, to] = count
    const isOther = this.#turns()
    const further = isOther ? this.#more + 1 : this.#more
    if (sign === '?') return isOther ? one : ''
    if (sign) return one.repeat(Math.min(most, sign === '+' ? 1 + further : further))
    const least = Number(from)
    return one.repeat(Math.min(most, comma === '' ? least : Math.min(least + further, to === '' ? Number.POSITIVE_INFINITY : Number(to))))
  }

  #atom(): string {
    if (this.#take(/^[$^]|^\\[bB]/)) return ''
    if (this.#take(/^\((?:\?(?:[ims]*:|<\w+>))?/)) {
      const inner = this.alternatives()
      this.#take(/^\)/)
      return inner
    }
    const set = this.#take(/^\[(\^?)((?:\\.|[^\]\\])*)\]/) ?? this.#take(/^\\(?:u[0-9a-fA-F]{4}|p\{[^}]*\}|.)/)
    if (set) return memberOf(set[0], this.#turns())
    const plain = this.#pattern.charAt(this.#at)
    this.#at += 1
    return plain === '.' ? 'a' : plain
  }

  /** Moves on behind a token, if it comes next. */
  #take(token: RegExp): RegExpExecArray | null {
    const found = token.exec(this.#pattern.slice(this.#at))
    if (found) this.#at += found[0].length
    return found
  }

  /** Counts a choice; true for the one that falls otherwise. */
  #turns(): boolean {
    this.#choices += 1
    return this.#choices === this.#turn
  }
}

const characters = [...'a1A0bB-_.:/@ ', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), '\t', 'é']

function memberOf(set: string, isLast: boolean): string {
  const one = new RegExp(`^${set}$`, 'u')
  const own = characters.filter((character) => one.test(character))
  return (isLast ? own.findLast((character) => character <= '~') : own[0]) ?? ''
}
