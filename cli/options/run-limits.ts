import { defaultDeadline, type EngineOptions } from '../../engine/engine.ts'
import { defined } from '../../language/defined.ts'
import type { TargetLimits } from '../../targets/configuration/entry.ts'

/** What a run keeps to unless it is told otherwise, in seconds: a target that answers one request a second is done by then. */
export const defaultLimits = { deadline: defaultDeadline / 1000, timeout: 10 } as const

/** The limits that the engine takes: times are in milliseconds. */
type RunLimits = Pick<EngineOptions, 'concurrency' | 'rate'> & { readonly deadline: number; readonly timeout: number }

/** The limits of a run, of which flags and configurations state the times in seconds. */
export function runLimits(
  limits: TargetLimits,
  defaults: { readonly deadline: number; readonly timeout: number } = defaultLimits,
): RunLimits {
  const { deadline, timeout, concurrency, rate } = { ...defaults, ...limits }
  return defined({ deadline: deadline * 1000, timeout: timeout * 1000, concurrency, rate })
}
