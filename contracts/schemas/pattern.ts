/** What a pattern asks for that can take forever on a text that a target answers, in words; undefined if it asks for nothing of the kind. */
export function costOf(pattern: string): string | undefined {
  const costly = /(?<!\\)(?:\\\\)*(\(\?<?[=!]|\\[1-9k])/.exec(pattern)?.[1]
  return costly && `${costly.startsWith('(') ? 'looks around' : 'refers back'} (${costly}), which can take forever on what a target answers`
}

/** No text is longer, however often an expression repeats its parts. */
const longest = 65_536

/** A short text that a regular expression matches, if a plain reading of it finds one. Always the same for the same expression. */
export function textFor(pattern: string, least = 0): string | undefined {
  for (const more of [0, 1, 2, 4, 8, 16, 32]) {
    const text = reading(pattern, more)
    if (text === undefined) return undefined
    if (text.length >= least && new RegExp(pattern, 'u').test(text)) return text
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

/** Reads the expression from left to right; `more` repetitions where it sets no upper bound, and otherwise at the choice of number `turn`. */
function reading(pattern: string, more: number, turn = 0): string | undefined {
  let at = 0
  let choices = 0
  const turns = () => {
    choices += 1
    return choices === turn
  }
  const rest = () => pattern.slice(at)
  const take = (token: RegExp) => {
    const found = token.exec(rest())
    if (found) at += found[0].length
    return found
  }

  const alternatives = (): string => {
    let chosen = sequence()
    while (take(/^\|/)) {
      const other = sequence()
      if (turns()) chosen = other
    }
    return chosen
  }
  const sequence = (): string => {
    let text = ''
    while (at < pattern.length && !/^[|)]/.test(rest())) text += repeated()
    return text
  }
  const repeated = (): string => {
    const one = atom()
    const count = take(/^(?:([?*+])|\{(\d+)(,?)(\d*)\})\??/)
    if (!count || one === '') return one
    const most = Math.ceil(longest / one.length)
    const [, sign, from, comma, to] = count
    const further = turns() ? more + 1 : more
    if (sign) return one.repeat(Math.min(most, sign === '+' ? 1 + further : sign === '*' ? further : Math.min(1, further - more)))
    const least = Number(from)
    return one.repeat(Math.min(most, comma === '' ? least : Math.min(least + further, to === '' ? Number.POSITIVE_INFINITY : Number(to))))
  }
  const atom = (): string => {
    if (take(/^[$^]|^\\[bB]/)) return ''
    if (take(/^\((?:\?(?::|<\w+>))?/)) {
      const inner = alternatives()
      take(/^\)/)
      return inner
    }
    const set = take(/^\[(\^?)((?:\\.|[^\]\\])*)\]/)
    if (set) return memberOf(set[0], turns())
    const escaped = take(/^\\(?:u[0-9a-fA-F]{4}|p\{[^}]*\}|.)/)
    if (escaped) return memberOf(escaped[0], turns())
    const plain = pattern.charAt(at)
    at += 1
    return plain === '.' ? 'a' : plain
  }
  try {
    return alternatives()
  } catch {
    return undefined
  }
}

const characters = [...'a1A0bB-_.:/@ ', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)), '\t', 'é']

function memberOf(set: string, isLast: boolean): string {
  const one = new RegExp(`^${set}$`, 'u')
  const own = characters.filter((character) => one.test(character))
  return (isLast ? own.findLast(isAscii) : own[0]) ?? ''
}

function isAscii(character: string): boolean {
  return character <= '~'
}
