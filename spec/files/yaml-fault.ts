/** Why a text cannot be read as YAML, by what a reader can mend: the nesting where the parser ran out of stack, no call of a function. */
export function yamlFault(cause: unknown): string {
  const { code, message } = cause as { code?: string; message: string }
  if (cause instanceof RangeError || code === 'RESOURCE_EXHAUSTION') return 'it nests too deeply'
  return code === 'MULTIPLE_DOCS' ? 'it holds several documents; expected one' : message
}
