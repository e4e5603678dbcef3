import type { RequestBody } from '../../contracts/contract.ts'
import type { Hooks } from '../../provider/mutant.ts'
import { refusing } from '../hooks.ts'

/** A provider that searches a body's text for what a JSON parser would find. */
interface PlainReader {
  readonly form: 'spacing' | 'key-order' | 'escapes'
  readonly title: string
  readonly hooks: () => Hooks
}

export function plainReaders({ fields }: RequestBody): PlainReader[] {
  const names = fields.map(({ name }) => name)
  const reader = (form: PlainReader['form'], title: string, isRead: (text: string) => boolean): PlainReader => ({
    form,
    title: `refuses a body ${title}`,
    hooks: () => refusing((request) => !isRead(request.body.toString('utf8'))),
  })
  return [
    reader('spacing', 'with white space in it', (text) => !/^\s|[\t\n]/.test(text)),
    reader('key-order', 'whose fields stand in another order', (text) => isOrdered(names.map((name) => text.indexOf(`"${name}"`)))),
    reader('escapes', 'with escapes in it', (text) => !text.includes('\\u')),
  ]
}

function isOrdered(places: readonly number[]): boolean {
  const found = places.filter((place) => place >= 0)
  return found.every((place, index) => index === 0 || place > (found[index - 1] ?? 0))
}
