/** True for the digits of a time since the Unix epoch that is not far from today. */
export function isUnixTime(text: string, unit: 'milliseconds' | 'seconds'): boolean {
  return (unit === 'seconds' ? /^[1-9]\d{9}$/ : /^[1-9]\d{12}$/).test(text)
}
