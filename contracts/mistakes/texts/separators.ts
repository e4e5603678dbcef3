/** Separators that requests of a run are signed with. */
export const sentSeparators = { newline: '\n', colon: ':', comma: ',', ampersand: '&', pipe: '|', dot: '.', space: ' ', hyphen: '-' }
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
  asterisk: '*',
  'at-sign': '@',
  'backslash-and-n': '\\n',
}
