/** Tells whether a string has a format. */
export type FormatCheck = (value: string) => boolean

const plainUrl = /^https?:\/\/[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*(?:\/[\w\-./~%?=&+,:;@!$'()*#]*)?$/
const whiteOrControl = /[\s\p{Cc}]/u
const webUrl = /^https?:\/\/[^/?#\\]/i
const calendarDate = /^(\d{4})-(\d{2})-(\d{2})$/

/** The formats that the document's schemas name, each as a predicate. What they are called in words stands in fields.ts. */
export const formats = {
  url: isUrl,
  date: isDate,
  digits: (value) => /^[0-9]+$/.test(value),
  hex: (value) => /^0x[0-9a-fA-F]+$/.test(value),
  'upper-snake': (value) => /^[A-Z0-9]+(?:_[A-Z0-9]+)*$/.test(value),
  decimal: (value) => /^[0-9]+(?:\.[0-9]+)?$/.test(value),
  'not-blank': (value) => value.trim() !== '',
} as const satisfies Readonly<Record<string, FormatCheck>>

/** An absolute web address as browsers read it (WHATWG); the pattern spares the parser for the plain ones that most are. */
function isUrl(value: string): boolean {
  if (plainUrl.test(value)) return true
  return webUrl.test(value) && !whiteOrControl.test(value) && URL.canParse(value)
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
