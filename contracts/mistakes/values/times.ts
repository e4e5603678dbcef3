import type { SignedPart } from '../../construction.ts'
import { americanForms, isoForms, namedForms, persianForms, pythonTime, type WriteDate, zonedForms } from './dates.ts'
import { general, goScientific, javaDouble, scientificForms } from './floats.ts'
import type { Spelling } from './writing.ts'

/** The forms of a timestamp, and the other times, that requests are signed with. */
export function sentTimes({ unit }: SignedPart): Spelling[] {
  const inSeconds = unit === 'seconds'
  return [
    inSeconds
      ? ['milliseconds', 'milliseconds instead of seconds', (value) => `${value}000`]
      : ['seconds', 'seconds instead of milliseconds', (value) => value.slice(0, -3)],
    ['microseconds', `microseconds instead of ${unit}`, (value) => `${value}${inSeconds ? '000000' : '000'}`],
    ['iso-time', 'the time in ISO 8601', (value) => (isTime(value) ? dateOf(value, inSeconds).toISOString() : `${value}Z`)],
    [
      'other-time',
      'a time other than the one sent',
      (value) => (isTime(value) ? String(Number(value) + 1) : `${value}1`),
      (value) => String(Number(value) + 1),
    ],
  ]
}

/** Other things that programs make of a timestamp. */
export function times({ unit }: SignedPart): Spelling[] {
  const inSeconds = unit === 'seconds'
  const from = (write: (date: Date) => string, noDate?: string) => (value: string) =>
    isTime(value) ? write(dateOf(value, inSeconds)) : (noDate ?? value)
  const seconds = (value: string) => Number(value) / (inSeconds ? 1 : 1000)
  const numbered = (
    id: string,
    title: string,
    ...forms: readonly [(number: number) => string, ...((number: number) => string)[]]
  ): Spelling => {
    const [first, ...others] = forms.map((form) => (value: string) => (isNumber(value) ? form(Number(value)) : value))
    return [id, title, first ?? String, ...others]
  }
  const inJavaScript = (write: WriteDate = String) => from(write, 'Invalid Date')
  const written = (id: string, title: string, [first, ...others]: readonly WriteDate[]): Spelling => [
    id,
    title,
    first ? from(first) : (value) => value,
    ...others.map((write) => from(write)),
    ...[first, ...others].map(inJavaScript),
  ]
  const laterBy = (length: number) => (value: string) =>
    isNumber(value) ? String(BigInt(value) + BigInt(length * (inSeconds ? 1 : 1000))) : value
  const shifted = (hours: number) => laterBy(hours * 3600)
  const cutTo = (length: number) => (value: string) => String(Math.trunc(seconds(value) / length) * length * (inSeconds ? 1 : 1000))
  /** Units of 100 nanoseconds since the epoch of .NET, Unix or Windows. */
  const ticksSince = (start: bigint) => (value: string) =>
    isNumber(value) ? String(BigInt(value) * (inSeconds ? 10_000_000n : 10_000n) + start) : value
  return [
    ['seconds-with-fraction', 'seconds with a fraction', (value) => String(seconds(value))],
    ['seconds-with-three-decimals', 'seconds with three decimals', (value) => seconds(value).toFixed(3)],
    ['seconds-with-six-decimals', 'seconds with six decimals', (value) => seconds(value).toFixed(6)],
    [
      'seconds-as-float',
      'seconds as a float',
      (value) => (Number.isInteger(seconds(value)) ? `${seconds(value)}.0` : String(seconds(value))),
    ],
    ['whole-seconds-as-float', 'whole seconds as a float', (value) => `${Math.trunc(seconds(value))}.0`],
    ['rounded-seconds', 'seconds, rounded', (value) => String(Math.round(seconds(value)))],
    ['cut-seconds', 'seconds, cut to an integer', (value) => String(Math.trunc(seconds(value)))],
    [
      'seconds-as-milliseconds',
      'a time cut to the second',
      (value) => String(Math.trunc(seconds(value)) * (inSeconds ? 1 : 1000)),
      (value) => (inSeconds ? value : `${value.slice(0, -3)}000`),
    ],
    [
      'seconds-and-letter',
      'seconds and an N, as date of macOS prints %N',
      (value) => `${Math.trunc(seconds(value))}N`,
      (value) => `${Math.trunc(seconds(value))}3N`,
    ],
    ['local-clock', 'a time shifted by a zone, as a local one taken for UTC is', shifted(zones[0]), ...zones.slice(1).map(shifted)],
    [
      'later-time',
      'a time some seconds or minutes later, as that of an expiry is',
      laterBy(60),
      ...[30, 300, 600, 900, 86_400].map(laterBy),
    ],
    [
      'backdated-time',
      'a time some seconds or minutes earlier, for clocks that are behind',
      laterBy(-300),
      ...[-1, -5, -30, -60].map(laterBy),
    ],
    ['tenths', 'tenths of a second', (value) => String(Math.trunc(seconds(value) * 10))],
    ['hundredths', 'hundredths of a second', (value) => String(Math.trunc(seconds(value) * 100))],
    ['minutes', 'minutes', (value) => String(Math.trunc(seconds(value) / 60))],
    [
      'time-steps',
      'the number of steps of 30 seconds, as one-time passwords count them',
      (value) => String(Math.trunc(seconds(value) / 30)),
    ],
    ['time-of-the-minute', 'a time cut to the minute', (value) => String(Math.trunc(seconds(value) / 60) * (inSeconds ? 60 : 60_000))],
    ['time-of-the-window', 'a time cut to some seconds', cutTo(10), ...[5, 15, 30, 300].map(cutTo)],
    ['nanoseconds', `nanoseconds instead of ${unit}`, (value) => `${value}${inSeconds ? '0'.repeat(9) : '000000'}`],
    ['time-as-float', 'the timestamp as a float', (value) => `${value}.0`],
    numbered('time-as-java-double', 'the timestamp as a double of Java', javaDouble),
    numbered('time-with-exponent', 'the timestamp with an exponent', goScientific, generalOfSix, ...scientificForms),
    ['time-in-hexadecimal', 'the timestamp in hexadecimal', (value) => (isNumber(value) ? Number(value).toString(16) : value)],
    [
      'time-in-32-bits',
      'the timestamp in 32 bits',
      (value) => (isNumber(value) ? String(Number(value) | 0) : value),
      (value) => (isNumber(value) ? String(Number(value) >>> 0) : value),
    ],
    ['time-in-base-36', 'the timestamp in base 36', (value) => (isNumber(value) ? Number(value).toString(36) : value)],
    ['time-with-thousands', 'the timestamp with separators between thousands', (value) => value.replace(/\B(?=(\d{3})+$)/g, ',')],
    ['time-quoted', 'the timestamp in quotation marks', (value) => `"${value}"`],
    ['earlier-time', 'a time one earlier than the one sent', (value) => (isTime(value) ? String(Number(value) - 1) : value)],
    ['iso-time-without-fraction', 'the time in ISO 8601 without its fraction', from((date) => `${date.toISOString().slice(0, 19)}Z`)],
    ['iso-time-with-offset', 'the time in ISO 8601 with an offset', from((date) => date.toISOString().replace('Z', '+00:00'))],
    [
      'iso-time-without-zone',
      'the time in ISO 8601 without its zone',
      from((date) => date.toISOString().slice(0, 23)),
      from((date) => pythonTime(date, 'T')),
    ],
    [
      'local-time',
      'the time as a date with a space',
      from((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
      from((date) => date.toISOString().slice(0, 23).replace('T', ' ')),
      from((date) => pythonTime(date, ' ')),
    ],
    [
      'compact-time',
      'the digits of date and time',
      from((date) => date.toISOString().slice(0, 19).replace(/\D/g, '')),
      from((date) => date.toISOString().replace(/\D/g, '')),
    ],
    ['date', 'the date alone', from((date) => date.toISOString().slice(0, 10))],
    ['http-time', 'the time as HTTP writes it', from((date) => date.toUTCString()), inJavaScript((date) => date.toUTCString())],
    written('iso-time-otherwise', 'the time in another form of ISO 8601', isoForms),
    written('time-with-zone', 'the time as a date with a space and its zone', zonedForms),
    written('time-with-names', 'the time with the names of day and month', namedForms),
    written('american-time', 'the time as it is written in America', americanForms),
    written('persian-time', 'the time in the calendar of Iran', persianForms),
    [
      'basic-iso-time',
      'the time in ISO 8601 without hyphens and colons',
      from((date) => date.toISOString().slice(0, 19).replace(/[-:]/g, '').concat('Z')),
    ],
    ['compact-date', 'the digits of the date', from((date) => date.toISOString().slice(0, 10).replaceAll('-', ''))],
    ['ticks', 'the ticks of .NET', ticksSince(621_355_968_000_000_000n), ticksSince(0n), ticksSince(116_444_736_000_000_000n)],
    ['hours', 'hours', (value) => String(Math.trunc(seconds(value) / 3600))],
    ['days', 'days', (value) => String(Math.trunc(seconds(value) / 86_400))],
    ['no-time', 'zero for the time', () => '0'],
    ['time-as-undefined', 'the word undefined for the time', () => 'undefined'],
    ['time-as-number', 'the timestamp as a number', (value) => (isTime(value) ? String(Number(value)) : value)],
  ]
}

/** As C++ prints a double to a stream, and C with %g. */
const generalOfSix = (number: number) => general(number, 6)

/** Offsets of time zones in hours. */
const zones = [3.5, 4.5, 1, 2, 3, 5, 5.5, 8, 9].flatMap((hours) => [hours, -hours]) as [number, ...number[]]

function isNumber(value: string): boolean {
  return /^\d+$/.test(value)
}

function isTime(value: string): boolean {
  return /^\d{1,15}$/.test(value)
}

function dateOf(value: string, inSeconds: boolean): Date {
  return new Date(Number(value) * (inSeconds ? 1000 : 1))
}
