import type { Spelling } from '../mistake.ts'

/** What languages print around a value, or in its place, where it is not the text that it was taken for. */
export const misprints: readonly Spelling[] = [
  ['as-undefined', 'as the word undefined', () => 'undefined'],
  ['as-null', 'as the word null', () => 'null'],
  ['as-none', 'as the word None', () => 'None'],
  ['as-nil', 'as nothing, as Go prints it', () => '<nil>'],
  ['as-nan', 'as the word NaN', () => 'NaN'],
  ['as-object', 'as the words [object Object]', () => '[object Object]'],
  ['as-unresolved', 'as what is printed of a promise or a function', () => '[object Promise]', () => 'function now() { [native code] }'],
  [
    'as-option',
    'as an option, as Rust, Java or Swift prints it',
    (value) => `Some(${JSON.stringify(value)})`,
    (value) => `Optional[${value}]`,
    (value) => `Optional(${JSON.stringify(value)})`,
  ],
  [
    'as-go-format-error',
    'as Go prints what does not fit its verb, or what is no letter',
    (value) => `%!d(string=${value})`,
    (value) => `%!s(int=${value})`,
    (value) => `%!s(int64=${value})`,
    () => '%!s(MISSING)',
    () => '\ufffd',
  ],
  [
    'as-typed',
    'with the name or the letter of its type, as languages write it',
    (value) => `Decimal('${value}')`,
    (value) => `Decimal("${value}")`,
    ...['n', 'L', 'm', 'M', 'd', 'f', 'ms', 's'].map((letter) => (value: string) => value + letter),
  ],
]
