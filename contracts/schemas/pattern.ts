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

/** Reads the expression from left to right; `more` repetitions where it sets no upper bound. */
function reading(pattern: string, more: number): string | undefined {
  let at = 0
  const rest = () => pattern.slice(at)
  const take = (token: RegExp) => {
    const found = token.exec(rest())
    if (found) at += found[0].length
    return found
  }

  const alternatives = (): string => {
    const first = sequence()
    while (take(/^\|/)) sequence()
    return first
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
    if (sign) return one.repeat(Math.min(most, sign === '+' ? 1 + more : sign === '*' ? more : 0))
    const least = Number(from)
    return one.repeat(Math.min(most, comma === '' ? least : Math.min(least + more, to === '' ? Number.POSITIVE_INFINITY : Number(to))))
  }
  const atom = (): string => {
    if (take(/^[$^]|^\\[bB]/)) return ''
    if (take(/^\((?:\?(?::|<\w+>))?/)) {
      const inner = alternatives()
      take(/^\)/)
      return inner
    }
    const set = take(/^\[(\^?)((?:\\.|[^\]\\])*)\]/)
    if (set) return memberOf(set[0])
    const escaped = take(/^\\(?:u[0-9a-fA-F]{4}|p\{[^}]*\}|.)/)
    if (escaped) return memberOf(escaped[0])
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

function memberOf(set: string): string {
  const one = new RegExp(`^${set}$`, 'u')
  return characters.find((character) => one.test(character)) ?? ''
}
