import { type Variant, variants } from './variants.ts'

/** The options of a conforming variant. @throws where none is called so: a test would go on with the plain provider, and prove nothing. */
export function optionsOfVariant(name: string): Variant['options'] {
  const variant = variants[name]
  if (!variant) throw new Error(`no variant is called ${name}`)
  return variant.options
}
