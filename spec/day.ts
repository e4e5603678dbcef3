/** The day of a time in UTC, `YYYY-MM-DD`: of milliseconds since the Unix epoch, or of a time in ISO 8601. What a stranger wrote may be none. */
export function dayOf(time: number | string): string {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? 'no valid time' : date.toISOString().slice(0, 10)
}
