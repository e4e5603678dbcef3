import { attempted } from '../../language/attempted.ts'
import { isHeaderName } from '../../text/header-field.ts'
import { asText } from '../../text/json/as-text.ts'
import { isObject } from '../../text/json/pointer.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const matching = (pattern: RegExp) => (value: unknown) => isText(value) && pattern.test(value)
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

const sorts: Readonly<Record<string, { readonly words: string; readonly isOne: (value: unknown) => boolean }>> = {
  pattern: {
    words: 'a regular expression, as JavaScript reads it',
    isOne: (value) => isText(value) && attempted(() => new RegExp(value, 'u')) !== undefined,
  },
  any: { words: 'anything', isOne: () => true },
  text: { words: 'a text', isOne: isText },
  words: { words: 'a text with something in it', isOne: matching(/\S/) },
  label: { words: 'a clause', isOne: isText },
  truth: { words: 'true or false', isOne: (value) => typeof value === 'boolean' },
  number: { words: 'a number', isOne: Number.isFinite },
  positive: { words: 'a number above 0', isOne: (value) => typeof value === 'number' && value > 0 },
  unasked: { words: 'false, as no header of an answer is judged', isOne: (value) => value === false },
  unread: { words: 'false, as nothing reads it', isOne: (value) => value === false },
  idle: { words: 'nothing, as nothing reads it here', isOne: () => false },
  dependents: {
    words: 'a mapping from a name to the list of names that it requires',
    isOne: (value) => isObject(value) && Object.values(value).every(isTexts),
  },
  count: { words: 'a whole number from 0 on', isOne: (value) => Number.isSafeInteger(value) && Number(value) >= 0 },
  // Who says milliseconds asks for a request of days ago, which everybody refuses.
  seconds: {
    words: 'whole seconds, from 0 to 86400 (a day)',
    isOne: (value) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= 86_400,
  },
  list: { words: 'a list', isOne: Array.isArray },
  texts: { words: 'a list of texts', isOne: isTexts },
  types: {
    words: `one of ${types.join(', ')}, or a list of them`,
    isOne: (value) => [value].flat().length > 0 && [value].flat().every((one) => types.includes(asText(one))),
  },
  pointer: { words: 'a JSON pointer, such as /data/id', isOne: matching(/^(\/|$)/) },
  id: {
    words: 'a name of letters, digits, - and _, with points in between',
    isOne: (value) => matching(/^\w[\w-]*(\.\w[\w-]*)*$/)(value) && !(String(value) in {}),
  },
  identifier: {
    words: 'a name of letters, digits, - and _',
    isOne: (value) => matching(/^(?!__)[A-Za-z_][\w-]*$/)(value) && !(String(value) in {}),
  },
  token: { words: 'a name as a header may have it', isOne: (value) => isText(value) && isHeaderName(value) },
  address: {
    words: 'an address that begins with https://, http:// or a variable such as {chain_url}, and has no credentials, query or fragment',
    isOne: matching(/^(https?:\/\/|\{)[^?#@\s]*$/),
  },
}

/** What a value of a sort is, in words; nothing if it is one. */
export function sortFault(sort: string, value: unknown): string | undefined {
  const [name = '', ...names] = sort.split(' ')
  if (name === 'among') return names.includes(value as string) ? undefined : `one of ${names.join(', ')}`
  const { words, isOne } = sorts[name] ?? { words: 'anything', isOne: () => true }
  return isOne(value) ? undefined : words
}

export function shownValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return isObject(value)
    ? 'a mapping'
    : (JSON.stringify(value)
        ?.replace(/\/\/[^/@\s]*@/, '//…@')
        .slice(0, 60) ?? 'nothing')
}
