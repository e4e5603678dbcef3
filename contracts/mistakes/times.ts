import type { SignedPart } from '../construction.ts'
import { americanForms, isoForms, namedForms, persianForms, pythonTime, type WriteDate, zonedForms } from './dates.ts'
import { general, goScientific, javaDouble, scientificForms } from './floats.ts'
import type { Spelling } from './writing.ts'

/** The forms of a timestamp, and the other times, that requests are signed with. */
export function sentTimes({ unit }: SignedPart): Spelling[] {
  const inSeconds = unit === 'seconds'
  const made = (wholeId: string, title: string, spell: Spelling['spell']): Spelling => ({ id: wholeId, wholeId, title, spell })
  return [
    inSeconds
      ? made('signs-milliseconds', 'milliseconds instead of seconds', (value) => `${value}000`)
      : made('signs-seconds', 'seconds instead of milliseconds', (value) => value.slice(0, -3)),
    made('signs-microseconds', `microseconds instead of ${unit}`, (value) => `${value}${inSeconds ? '000000' : '000'}`),
    made('signs-iso-time', 'the time in ISO 8601', (value) => (isTime(value) ? dateOf(value, inSeconds).toISOString() : `${value}Z`)),
    {
      ...made('signs-other-time', 'a time other than the one sent', (value) => (isTime(value) ? String(Number(value) + 1) : `${value}1`)),
      otherwise: [(value) => String(Number(value) + 1)],
    },
  ]
}

/** Other things that programs make of a timestamp. */
export function times({ unit }: SignedPart): Spelling[] {
  const inSeconds = unit === 'seconds'
  const from = (write: (date: Date) => string, noDate?: string) => (value: string) =>
    isTime(value) ? write(dateOf(value, inSeconds)) : (noDate ?? value)
  const seconds = (value: string) => Number(value) / (inSeconds ? 1 : 1000)
  const made = (id: string, title: string, spell: Spelling['spell'], ...otherwise: Spelling['spell'][]): Spelling => ({
    id,
    wholeId: `signs-${id}`,
    title,
    spell,
    otherwise,
  })
  const numbered = (id: string, title: string, ...forms: readonly [(number: number) => string, ...((number: number) => string)[]]) => {
    const [first, ...others] = forms.map((form) => (value: string) => (isNumber(value) ? form(Number(value)) : value))
    return made(id, title, first ?? String, ...others)
  }
  const inJavaScript = (write: WriteDate = String) => from(write, 'Invalid Date')
  const written = (id: string, title: string, [first, ...others]: readonly WriteDate[]) =>
    made(id, title, first ? from(first) : (value) => value, ...others.map((write) => from(write)), ...[first, ...others].map(inJavaScript))
  const laterBy = (length: number) => (value: string) =>
    isNumber(value) ? String(BigInt(value) + BigInt(length * (inSeconds ? 1 : 1000))) : value
  const shifted = (hours: number) => laterBy(hours * 3600)
  const cutTo = (length: number) => (value: string) => String(Math.trunc(seconds(value) / length) * length * (inSeconds ? 1 : 1000))
  /** Units of 100 nanoseconds since the epoch of .NET, Unix or Windows. */
  const ticksSince = (start: bigint) => (value: string) =>
    isNumber(value) ? String(BigInt(value) * (inSeconds ? 10_000_000n : 10_000n) + start) : value
  return [
    made('seconds-with-fraction', 'seconds with a fraction', (value) => String(seconds(value))),
    made('seconds-with-three-decimals', 'seconds with three decimals', (value) => seconds(value).toFixed(3)),
    made('seconds-with-six-decimals', 'seconds with six decimals', (value) => seconds(value).toFixed(6)),
    made('seconds-as-float', 'seconds as a float', (value) =>
      Number.isInteger(seconds(value)) ? `${seconds(value)}.0` : String(seconds(value)),
    ),
    made('whole-seconds-as-float', 'whole seconds as a float', (value) => `${Math.trunc(seconds(value))}.0`),
    made('rounded-seconds', 'seconds, rounded', (value) => String(Math.round(seconds(value)))),
    made('cut-seconds', 'seconds, cut to an integer', (value) => String(Math.trunc(seconds(value)))),
    made(
      'seconds-as-milliseconds',
      'a time cut to the second',
      (value) => String(Math.trunc(seconds(value)) * (inSeconds ? 1 : 1000)),
      (value) => (inSeconds ? value : `${value.slice(0, -3)}000`),
    ),
    made(
      'seconds-and-letter',
      'seconds and an N, as date of macOS prints %N',
      (value) => `${Math.trunc(seconds(value))}N`,
      (value) => `${Math.trunc(seconds(value))}3N`,
    ),
    made('local-clock', 'a time shifted by a zone, as a local one taken for UTC is', shifted(zones[0]), ...zones.slice(1).map(shifted)),
    made(
      'later-time',
      'a time some seconds or minutes later, as that of an expiry is',
      laterBy(60),
      ...[30, 300, 600, 900, 86_400].map(laterBy),
    ),
    made(
      'backdated-time',
      'a time some seconds or minutes earlier, for clocks that are behind',
      laterBy(-300),
      ...[-1, -5, -30, -60].map(laterBy),
    ),
    made('tenths', 'tenths of a second', (value) => String(Math.trunc(seconds(value) * 10))),
    made('hundredths', 'hundredths of a second', (value) => String(Math.trunc(seconds(value) * 100))),
    made('minutes', 'minutes', (value) => String(Math.trunc(seconds(value) / 60))),
    made('time-steps', 'the number of steps of 30 seconds, as one-time passwords count them', (value) =>
      String(Math.trunc(seconds(value) / 30)),
    ),
    made('time-of-the-minute', 'a time cut to the minute', (value) => String(Math.trunc(seconds(value) / 60) * (inSeconds ? 60 : 60_000))),
    made('time-of-the-window', 'a time cut to some seconds', cutTo(10), ...[5, 15, 30, 300].map(cutTo)),
    made('nanoseconds', `nanoseconds instead of ${unit}`, (value) => `${value}${inSeconds ? '0'.repeat(9) : '000000'}`),
    made('time-as-float', 'the timestamp as a float', (value) => `${value}.0`),
    numbered('time-as-java-double', 'the timestamp as a double of Java', javaDouble),
    numbered('time-with-exponent', 'the timestamp with an exponent', goScientific, generalOfSix, ...scientificForms),
    made('time-in-hexadecimal', 'the timestamp in hexadecimal', (value) => (isNumber(value) ? Number(value).toString(16) : value)),
    made(
      'time-in-32-bits',
      'the timestamp in 32 bits',
      (value) => (isNumber(value) ? String(Number(value) | 0) : value),
      (value) => (isNumber(value) ? String(Number(value) >>> 0) : value),
    ),
    made('time-in-base-36', 'the timestamp in base 36', (value) => (isNumber(value) ? Number(value).toString(36) : value)),
    made('time-with-thousands', 'the timestamp with separators between thousands', (value) => value.replace(/\B(?=(\d{3})+$)/g, ',')),
    made('time-quoted', 'the timestamp in quotation marks', (value) => `"${value}"`),
    made('earlier-time', 'a time one earlier than the one sent', (value) => (isTime(value) ? String(Number(value) - 1) : value)),
    made(
      'iso-time-without-fraction',
      'the time in ISO 8601 without its fraction',
      from((date) => `${date.toISOString().slice(0, 19)}Z`),
    ),
    made(
      'iso-time-with-offset',
      'the time in ISO 8601 with an offset',
      from((date) => date.toISOString().replace('Z', '+00:00')),
    ),
    made(
      'iso-time-without-zone',
      'the time in ISO 8601 without its zone',
      from((date) => date.toISOString().slice(0, 23)),
      from((date) => pythonTime(date, 'T')),
    ),
    made(
      'local-time',
      'the time as a date with a space',
      from((date) => date.toISOString().slice(0, 19).replace('T', ' ')),
      from((date) => date.toISOString().slice(0, 23).replace('T', ' ')),
      from((date) => pythonTime(date, ' ')),
    ),
    made(
      'compact-time',
      'the digits of date and time',
      from((date) => date.toISOString().slice(0, 19).replace(/\D/g, '')),
      from((date) => date.toISOString().replace(/\D/g, '')),
    ),
    made(
      'date',
      'the date alone',
      from((date) => date.toISOString().slice(0, 10)),
    ),
    made(
      'http-time',
      'the time as HTTP writes it',
      from((date) => date.toUTCString()),
      inJavaScript((date) => date.toUTCString()),
    ),
    written('iso-time-otherwise', 'the time in another form of ISO 8601', isoForms),
    written('time-with-zone', 'the time as a date with a space and its zone', zonedForms),
    written('time-with-names', 'the time with the names of day and month', namedForms),
    written('american-time', 'the time as it is written in America', americanForms),
    written('persian-time', 'the time in the calendar of Iran', persianForms),
    made(
      'basic-iso-time',
      'the time in ISO 8601 without hyphens and colons',
      from((date) => date.toISOString().slice(0, 19).replace(/[-:]/g, '').concat('Z')),
    ),
    made(
      'compact-date',
      'the digits of the date',
      from((date) => date.toISOString().slice(0, 10).replaceAll('-', '')),
    ),
    made('ticks', 'the ticks of .NET', ticksSince(621_355_968_000_000_000n), ticksSince(0n), ticksSince(116_444_736_000_000_000n)),
    made('hours', 'hours', (value) => String(Math.trunc(seconds(value) / 3600))),
    made('days', 'days', (value) => String(Math.trunc(seconds(value) / 86_400))),
    made('no-time', 'zero for the time', () => '0'),
    made('time-as-undefined', 'the word undefined for the time', () => 'undefined'),
    made('time-as-number', 'the timestamp as a number', (value) => (isTime(value) ? String(Number(value)) : value)),
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
