import type { SignedPart } from '../../construction.ts'
import type { Spell, Spelling } from '../mistake.ts'
import { americanForms, europeanForms, isoForms, namedForms, persianForms, pythonTime, type WriteDate, zonedForms } from './dates.ts'
import { exponent, general, javaDouble, scientificForms } from './floats.ts'

/** The forms of a timestamp, and the other times, that requests are signed with. */
export function sentTimes({ unit }: SignedPart): Spelling[] {
  const perSecond = unitsPerSecond(unit)
  return [
    perSecond === 1
      ? ['milliseconds', 'milliseconds instead of seconds', (value) => `${value}000`]
      : ['seconds', 'seconds instead of milliseconds', (value) => value.slice(0, -3)],
    ['microseconds', `microseconds instead of ${unit}`, (value) => `${value}${perSecond === 1 ? '000000' : '000'}`],
    ['iso-time', 'the time in ISO 8601', (value) => (isTime(value) ? dateOf(value, perSecond).toISOString() : `${value}Z`)],
    [
      'other-time',
      'a time other than the one sent',
      (value) => (isTime(value) ? String(Number(value) + 1) : `${value}1`),
      (value) => String(Number(value) + 1),
    ],
  ]
}

export function times({ unit }: SignedPart): Spelling[] {
  const scale = scaleOf(unit)
  return [...asSeconds(scale), ...shiftedTimes(scale), ...inOtherUnits(scale), ...asNumber, ...asDate(scale), ...otherCounts(scale)]
}

type Scale = ReturnType<typeof scaleOf>

/** How a timestamp counts: how many of its units make a second, and what of it programs read. */
function scaleOf(unit: SignedPart['unit']) {
  const perSecond = unitsPerSecond(unit)
  const seconds = (value: string) => Number(value) / perSecond
  return {
    unit: String(unit),
    perSecond,
    seconds,
    /** Whole units of so many seconds. */
    inUnitsOf: (length: number) => (value: string) => String(Math.trunc(seconds(value) / length)),
    /** What a program writes for its date; where it holds none, the value itself, or what the program writes then. */
    dated: (write: WriteDate, noDate?: string) => (value: string) => (isTime(value) ? write(dateOf(value, perSecond)) : (noDate ?? value)),
  }
}

function unitsPerSecond(unit: SignedPart['unit']): number {
  return unit === 'seconds' ? 1 : 1000
}

function spelling(id: string, title: string, [first = String, ...others]: readonly Spell[]): Spelling {
  return [id, title, first, ...others]
}

function asSeconds({ seconds, inUnitsOf, perSecond }: Scale): Spelling[] {
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
    ['cut-seconds', 'seconds, cut to an integer', inUnitsOf(1)],
    [
      'seconds-as-milliseconds',
      'a time cut to the second',
      (value) => String(Math.trunc(seconds(value)) * perSecond),
      (value) => (perSecond === 1 ? value : `${value.slice(0, -3)}000`),
      (value) => `${Math.trunc(seconds(value))}${perSecond === 1 ? '' : '000'}`,
    ],
    ['time-of-nearest-second', 'a time rounded to the second', (value) => String(Math.round(seconds(value)) * perSecond)],
    [
      'seconds-and-letter',
      'seconds and an N, as date of macOS prints %N',
      (value) => `${Math.trunc(seconds(value))}N`,
      (value) => `${Math.trunc(seconds(value))}3N`,
    ],
  ]
}

function shiftedTimes({ perSecond }: Scale): Spelling[] {
  const laterBy = (length: number) => (value: string) => (isNumber(value) ? String(BigInt(value) + BigInt(length * perSecond)) : value)
  const shifted = (hours: number) => laterBy(hours * 3600)
  const [later, earlier] = [
    [60, 30, 300, 600, 900, 86_400],
    [-300, -1, -5, -30, -60],
  ]
  return [
    spelling('local-clock', 'a time shifted by a zone, as a local one taken for UTC is', zones.map(shifted)),
    spelling('later-time', 'a time some seconds or minutes later, as that of an expiry is', later.map(laterBy)),
    spelling('backdated-time', 'a time some seconds or minutes earlier, for clocks that are behind', earlier.map(laterBy)),
  ]
}

function inOtherUnits({ unit, seconds, inUnitsOf, perSecond }: Scale): Spelling[] {
  const nanoseconds = (value: string) => `${value}${'0'.repeat(perSecond === 1 ? 9 : 6)}`
  const inSixtyFourBits = (value: string) => (/^\d+$/.test(value) ? String(BigInt.asIntN(64, BigInt(nanoseconds(value)))) : value)
  const cutTo = (length: number) => (value: string) => String(Math.trunc(seconds(value) / length) * length * perSecond)
  return [
    ['tenths', 'tenths of a second', (value) => String(Math.trunc(seconds(value) * 10))],
    ['hundredths', 'hundredths of a second', (value) => String(Math.trunc(seconds(value) * 100))],
    ['minutes', 'minutes', inUnitsOf(60)],
    ['time-steps', 'the number of steps of 30 seconds, as one-time passwords count them', inUnitsOf(30)],
    ['time-of-the-minute', 'a time cut to the minute', (value) => String(Math.trunc(seconds(value) / 60) * 60 * perSecond)],
    ['time-of-the-window', 'a time cut to some seconds', cutTo(10), ...[5, 15, 30, 300].map(cutTo)],
    ['nanoseconds', `nanoseconds instead of ${unit}`, nanoseconds, inSixtyFourBits],
  ]
}

const inJavaScript = (number: number) => number.toExponential()

/** As C++ prints a double to a stream, and C with %g. */
const generalOfSix = (number: number) => general(number, 6)

const numbered =
  (write: (number: number) => string): Spell =>
  (value) =>
    isNumber(value) ? write(Number(value)) : value

const asNumber: readonly Spelling[] = [
  ['time-as-float', 'the timestamp as a float', (value) => `${value}.0`],
  ['time-as-java-double', 'the timestamp as a double of Java', numbered(javaDouble)],
  spelling(
    'time-with-exponent',
    'the timestamp with an exponent',
    [exponent, inJavaScript, generalOfSix, ...scientificForms].map(numbered),
  ),
  spelling(
    'time-in-hexadecimal',
    'the timestamp in hexadecimal',
    ['', '0x', '0X'].flatMap((prefix) => [
      numbered((number) => prefix + number.toString(16)),
      numbered((number) => prefix + number.toString(16).toUpperCase()),
    ]),
  ),
  ['time-in-32-bits', 'the timestamp in 32 bits', numbered((number) => String(number | 0)), numbered((number) => String(number >>> 0))],
  ['time-in-base-36', 'the timestamp in base 36', numbered((number) => number.toString(36))],
  ['time-with-thousands', 'the timestamp with separators between thousands', (value) => value.replace(/\B(?=(\d{3})+$)/g, ',')],
  ['time-quoted', 'the timestamp in quotation marks', (value) => `"${value}"`],
  ['earlier-time', 'a time one earlier than the one sent', (value) => (isTime(value) ? String(Number(value) - 1) : value)],
]

function asDate({ dated }: Scale): Spelling[] {
  const inJavaScript = (write: WriteDate) => dated(write, 'Invalid Date')
  const written = (id: string, title: string, forms: readonly WriteDate[]) =>
    spelling(id, title, [...forms.map((form) => dated(form)), ...forms.map(inJavaScript)])
  return [
    ['iso-time-without-fraction', 'the time in ISO 8601 without its fraction', dated((date) => `${isoTo(19)(date)}Z`)],
    ['iso-time-with-offset', 'the time in ISO 8601 with an offset', dated((date) => date.toISOString().replace('Z', '+00:00'))],
    ['iso-time-without-zone', 'the time in ISO 8601 without its zone', dated(isoTo(23)), dated((date) => pythonTime(date, 'T'))],
    [
      'local-time',
      'the time as a date with a space',
      dated((date) => isoTo(19)(date).replace('T', ' ')),
      dated((date) => isoTo(23)(date).replace('T', ' ')),
      dated((date) => pythonTime(date, ' ')),
    ],
    spelling(
      'compact-time',
      'the digits of date and time',
      [19, Number.POSITIVE_INFINITY].map((end) => dated((date) => isoTo(end)(date).replace(/\D/g, ''))),
    ),
    ['date', 'the date alone', dated(isoTo(10))],
    ['http-time', 'the time as HTTP writes it', dated((date) => date.toUTCString()), inJavaScript((date) => date.toUTCString())],
    written('iso-time-otherwise', 'the time in another form of ISO 8601', isoForms),
    written('time-with-zone', 'the time as a date with a space and its zone', zonedForms),
    written('time-with-names', 'the time with the names of day and month', namedForms),
    written('american-time', 'the time as it is written in America', americanForms),
    written('european-time', 'the time as it is written in Europe', europeanForms),
    written('persian-time', 'the time in the calendar of Iran', persianForms),
    ['basic-iso-time', 'the time in ISO 8601 without hyphens and colons', dated((date) => `${isoTo(19)(date).replace(/[-:]/g, '')}Z`)],
    ['compact-date', 'the digits of the date', dated((date) => isoTo(10)(date).replaceAll('-', ''))],
  ]
}

/** As many characters of a date as ISO 8601 writes it. */
function isoTo(end: number): WriteDate {
  return (date) => date.toISOString().slice(0, end)
}

function otherCounts({ inUnitsOf, perSecond }: Scale): Spelling[] {
  /** Units of 100 nanoseconds since the epoch of .NET, Unix or Windows. */
  const ticksSince = (start: bigint) => (value: string) =>
    isNumber(value) ? String(BigInt(value) * BigInt(10_000_000 / perSecond) + start) : value
  return [
    ['ticks', 'the ticks of .NET', ticksSince(621_355_968_000_000_000n), ticksSince(0n), ticksSince(116_444_736_000_000_000n)],
    ['hours', 'hours', inUnitsOf(3600)],
    ['days', 'days', inUnitsOf(86_400)],
    ['no-time', 'zero for the time', () => '0'],
    ['time-as-undefined', 'the word undefined for the time', () => 'undefined'],
    ['time-as-number', 'the timestamp as a number', (value) => (isTime(value) ? String(Number(value)) : value)],
  ]
}

const zones = [3.5, 4.5, 1, 2, 3, 5, 5.5, 8, 9].flatMap((hours) => [hours, -hours])

function isNumber(value: string): boolean {
  return /^\d+$/.test(value)
}

function isTime(value: string): boolean {
  return /^\d{1,15}$/.test(value)
}

function dateOf(value: string, perSecond: number): Date {
  return new Date(Number(value) * (1000 / perSecond))
}
