export type WriteDate = (date: Date) => string

/** A date as Python prints it: with six decimals, or none if they are zero. */
export function pythonTime(date: Date, between: string): string {
  const text = date.toISOString().replace('T', between).replace('Z', '')
  return text.endsWith('.000') ? text.slice(0, -4) : `${text}000`
}

/** Other forms of ISO 8601: with seven digits as .NET has them, with as few as needed, with an offset. */
export const isoForms: readonly WriteDate[] = [
  (date) => date.toISOString().replace('Z', '0000Z'),
  (date) => date.toISOString().replace('Z', '0000+00:00'),
  (date) => date.toISOString().replace('Z', '000Z'),
  (date) => `${trimmed(date)}Z`,
  (date) => `${pythonTime(date, 'T')}+00:00`,
  (date) => `${pythonTime(date, 'T')}Z`,
  (date) => `${date.toISOString().slice(0, 19)}+00:00`,
  (date) => `${date.toISOString().slice(0, 19)}+0000`,
]

/** Times as Go and Ruby print them, with the zone at the end. */
export const zonedForms: readonly WriteDate[] = [
  (date) => `${trimmed(date).replace('T', ' ')} +0000 UTC`,
  (date) => `${plain(date)} +0000 UTC`,
  (date) => `${plain(date)} UTC`,
  (date) => `${pythonTime(date, ' ')}+00:00`,
  (date) => `${plain(date)}+00:00`,
  (date) => `${plain(date)} +0000`,
  (date) => `${plain(date)}Z`,
]

/** Times with the names of days and months, as C, Java, JavaScript and mail have them. */
export const namedForms: readonly WriteDate[] = [
  (date) => `${words(date, 'day month date year')} ${time(date)} GMT+0000 (Coordinated Universal Time)`,
  (date) => `${words(date, 'day month date')} ${time(date)} UTC ${date.getUTCFullYear()}`,
  (date) => `${words(date, 'day month date')} ${time(date)} GMT ${date.getUTCFullYear()}`,
  (date) => `${words(date, 'day month date').replace(' 0', '  ')} ${time(date)} ${date.getUTCFullYear()}`,
  (date) => date.toUTCString().replace('GMT', '+0000'),
]

export const americanForms: readonly WriteDate[] = [
  (date) => date.toLocaleString('en-US', { timeZone: 'UTC' }).replace(',', '').replaceAll('\u202f', ' '),
  (date) => date.toLocaleString('en-US', { timeZone: 'UTC' }).replaceAll('\u202f', ' '),
  (date) => date.toLocaleString('en-US', { timeZone: 'UTC' }),
  ...['', ' +00:00'].map(
    (zone) => (date: Date) => `${date.toISOString().slice(5, 10).replace('-', '/')}/${date.getUTCFullYear()} ${time(date)}${zone}`,
  ),
]

/** The day before the month, as in Britain, in Germany and in France. */
export const europeanForms: readonly WriteDate[] = ['/', '.', '-'].flatMap((between) =>
  [(date: Date) => dayFirst(date, between), (date: Date) => dayFirst(date, between).replace(/(^|\D)0/g, '$1')].flatMap((write) => [
    write,
    (date: Date) => `${write(date)}, ${time(date)}`,
    (date: Date) => `${write(date)} ${time(date)}`,
  ]),
)

export const persianForms: readonly WriteDate[] = ['UTC', 'Asia/Tehran'].flatMap((timeZone) => [
  (date: Date) => date.toLocaleDateString('fa-IR', { timeZone }),
  (date: Date) => date.toLocaleString('fa-IR', { timeZone }),
])

function dayFirst(date: Date, between: string): string {
  return date.toISOString().slice(0, 10).split('-').toReversed().join(between)
}

function plain(date: Date): string {
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

function trimmed(date: Date): string {
  return date.toISOString().replace(/\.?0*Z$/, '')
}

function time(date: Date): string {
  return date.toISOString().slice(11, 19)
}

function words(date: Date, pattern: string): string {
  const [day = '', number = '', month = '', year = ''] = date.toUTCString().split(/,? /)
  const named: Readonly<Record<string, string>> = { day, date: number, month, year }
  return pattern.replace(/\w+/g, (name) => named[name] ?? name)
}
