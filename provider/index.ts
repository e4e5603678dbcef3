// What the package offers as `assay/provider`: the reference provider, and how to make it differ. Its mutants are `assay/mutants`.

export type { Behaviour, Lockout, RateLimit, RecordOptions } from './behaviour.ts'
export type { Mutant } from './mutant.ts'
export type { ProviderOptions } from './options.ts'
export { type RunningProvider, startProvider } from './server.ts'
export { type Variant, variants } from './variants.ts'
