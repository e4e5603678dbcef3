/** Why a text cannot be read as YAML: where the parser ran out of stack, what a reader can mend is the nesting. */
export function yamlFault(cause: unknown): string {
  const isTooDeep = cause instanceof RangeError || (cause as { code?: string }).code === 'RESOURCE_EXHAUSTION'
  return isTooDeep ? 'it nests too deeply' : (cause as Error).message
}
