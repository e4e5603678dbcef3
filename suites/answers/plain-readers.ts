import type { Operation } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { refusing } from '../hooks.ts'
import { mutant } from '../mutant.ts'

type Form = 'spacing' | 'key-order' | 'escapes'

/** Providers that search a body's text for what a JSON parser would find, and the check of an area that catches each. */
export function plainReaders(operation: Operation, area: string, catcherOf: (form: Form) => string): Mutant[] {
  if (!operation.body) return []
  const names = operation.body.fields.map(({ name }) => name)
  const reader = (form: Form, title: string, isRead: (text: string) => boolean): Mutant =>
    mutant(operation, {
      id: `${area}.plain.${form}`,
      title: `refuses a body ${title}`,
      caughtBy: [`${area}.${catcherOf(form)}`],
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
