const day = '(?:0[1-9]|1\\d|2[0-8])'
const longMonths = '(?:0[13578]|1[02])-(?:29|30|31)'
const shortMonths = '(?:0[469]|11)-(?:29|30)'
const leapYears = '(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'

/**
 * The document's formats as regular expressions that match a whole text, for Pact, which has no predicates. A test holds
 * them against the predicates; `url` alone accepts a little more (what only a parser can see, such as a port of 99999).
 */
export const patterns: Readonly<Record<string, string>> = {
  url: '(?i)https?://[^/?#\\\\\\s][^\\s]*',
  date: `\\d{4}-(?:(?:0[1-9]|1[0-2])-${day}|${longMonths}|${shortMonths})|${leapYears}-02-29`,
  digits: '[0-9]+',
  hex: '0x[0-9a-fA-F]+',
  'upper-snake': '[A-Z0-9]+(?:_[A-Z0-9]+)*',
  decimal: '[0-9]+(?:\\.[0-9]+)?',
  'not-blank': '[\\s\\S]*\\S[\\s\\S]*',
}

/** An integer as Pact writes JSON numbers: `2`, `2.0` and `1e+22` are the same to JSON Schema, and Pact's `integer` knows the first only. */
export const integerPattern = '-?(?:[0-9]+(?:\\.0+)?|[0-9](?:\\.[0-9]+)?e\\+?[0-9]+)'
