/** What requests of a run are signed with between their parts. */
export const sentSeparators = { newline: '\n', colon: ':', comma: ',', ampersand: '&', pipe: '|', dot: '.', space: ' ', hyphen: '-' }
/** What else signers put there. */
export const separators = {
  slash: '/',
  semicolon: ';',
  underscore: '_',
  tab: '\t',
  'carriage-return': '\r\n',
  'comma-and-space': ', ',
  nul: '\0',
  'double-colon': '::',
  'double-pipe': '||',
  plus: '+',
  hash: '#',
  equals: '=',
  tilde: '~',
  'unit-separator': '\u001f',
  asterisk: '*',
  backslash: '\\',
  'at-sign': '@',
  'dollar-sign': '$',
  'percent-sign': '%',
  caret: '^',
  'exclamation-mark': '!',
  'question-mark': '?',
}
