import { nestsDeeper } from '../json/nesting.ts'

/** Why a text cannot be read as YAML, in words for its author: too deep nesting is named, not the stack that ran out. */
export function yamlFault(cause: unknown): string {
  const { code, message } = cause as { code?: string; message: string }
  if (cause instanceof RangeError || code === 'RESOURCE_EXHAUSTION') return 'it nests too deeply'
  return code === 'MULTIPLE_DOCS' ? 'it holds several documents; expected one' : message
}

/** Refuses a text that nests too deeply before it is read as YAML, which takes a thousand times its room. @throws {RangeError} */
export function refuseDeepYaml(text: string): void {
  if (nestsDeeper(text, deepest) || isDeepInLine.test(text)) throw new RangeError()
}

const deepest = 1000
const isDeepInLine = /^(?:[-?:] +){1000}/m
