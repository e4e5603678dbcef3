export const day = 86_400_000

/** The day of a time in UTC, `YYYY-MM-DD`: of milliseconds since the Unix epoch, or of a time in ISO 8601. What a stranger wrote may be none. */
export function dayOf(time: number | string): string {
  return utcOf(time)?.slice(0, 10) ?? 'no valid time'
}

/** The same with the minute, `YYYY-MM-DD HH:MM`. */
export function minuteOf(time: number | string): string {
  return utcOf(time)?.slice(0, 16).replace('T', ' ') ?? 'no valid time'
}

function utcOf(time: number | string): string | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
