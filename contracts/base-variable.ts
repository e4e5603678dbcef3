/** The environment variable that holds the address of a base, as every shell can set it. */
export function baseVariable(base: string): string {
  return `ASSAY_${base.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_URL`
}
