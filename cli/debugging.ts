/** True if `--debug` is given, or ASSAY_DEBUG is set: faults come with their stack trace, and exchanges are named as they end. */
export function isDebugging(): boolean {
  return Boolean(process.env['ASSAY_DEBUG'])
}

/** Takes `--debug` out of a command line, for every command alike. */
export function withoutDebug(words: readonly string[]): string[] {
  if (words.includes('--debug')) process.env['ASSAY_DEBUG'] = '1'
  return words.filter((word) => word !== '--debug')
}
