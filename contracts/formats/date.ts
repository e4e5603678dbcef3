import { emptyText, type OwnFormat } from './format.ts'

const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/
const day = '(?:0[1-9]|1[0-9]|2[0-8])'
const longMonths = '(?:0[13578]|1[02])-(?:29|30|31)'
const shortMonths = '(?:0[469]|11)-(?:29|30)'
const leapYears = '(?:[0-9][0-9](?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)'

export const date: OwnFormat = {
  name: 'date',
  words: 'date YYYY-MM-DD',
  isValid: isDate,
  pattern: `[0-9]{4}-(?:(?:0[1-9]|1[0-2])-${day}|${longMonths}|${shortMonths})|${leapYears}-02-29`,
  sample: '2024-02-29',
  faults: [
    ['impossible-date', () => '2023-02-30'],
    ['thirteenth-month', () => '2023-13-01'],
    ['local-date', (value) => value.split('-').reverse().join('/')],
    ['date-with-time', (value) => `${value}T00:00:00Z`],
    ['unpadded-date', () => '2019-3-7'],
    ['year-alone', (value) => value.slice(0, 4)],
    ['date-without-hyphens', (value) => value.replaceAll('-', '')],
    emptyText,
  ],
  extremes: { least: '0001-01-01', most: '9999-12-31' },
}

function isDate(value: string): boolean {
  const [, year, month, day] = calendarDate.exec(value)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month)
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
