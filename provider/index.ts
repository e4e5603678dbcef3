// What the package offers as `assay/provider`: the reference provider, and how to make it differ. Its mutants are `assay/mutants`.
export type { Mutant } from './mutant.ts'
export type { Behaviour, ProviderOptions, RateLimit, RecordOptions } from './options.ts'
export { type RunningProvider, startProvider } from './server.ts'
export { type Variant, variants } from './variants.ts'
