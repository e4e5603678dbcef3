/** What signers write between values. */
export const separators = ['', '.', ':', '|', '\n', '&', ',', '-'] as const

/** The same, and what stands between the words of names and addresses. */
export const allSeparators = [...separators, '_', ' ', '/', ';', '@'] as const

export function said(separator: string): string {
  if (separator === '\n') return ', a line each'
  return separator === '' ? '' : `, with ${JSON.stringify(separator)} between them`
}
