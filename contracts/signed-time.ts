import type { SignedTime } from './construction.ts'

/** The time that a timestamp states, in milliseconds since the Unix epoch; not a number if it states none. */
export function statedTime(text: string | undefined, unit: SignedTime['unit'] | undefined): number {
  return Number(text) * (unit === 'seconds' ? 1000 : 1)
}
