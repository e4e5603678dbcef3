import { isPaged, type SchemeOperation } from '../../contracts/operation-kinds.ts'
import { membersOf } from '../../provider/received.ts'
import { listedForms, type RequestForm, type RequestSeen } from '../access/listed-forms.ts'
import { pageInputs } from '../pages/choice.ts'
import type { Laxity } from './laxities.ts'

/** Where something else is asked for, any credential of the right length with the signs of the right one: a guard may look no further. */
export function formedLaxities(operation: SchemeOperation): Laxity[] {
  if (operation.movesMoney) return []
  const listed = listedForms(operation).filter(({ reform, isBroken }) => !reform && !isBroken)
  return [...listed.filter(({ id }) => id !== 'next-page'), ...pages(operation)].map(({ id, title, isSeen }) => [
    `well-formed.${id}`,
    `any credential of the right form in a request ${title}`,
    ({ value = '', credential, request, settings }) =>
      value.length === credential.length && isOfSigns(value, credential + (narrow.has(id) ? '._' : '')) && isSeen(request, settings),
  ])
}

/** Forms in which each value of the right length has a sign more than the right one. */
const narrow: ReadonlySet<string> = new Set(['other-source', 'nothing-asked', 'second-page', 'pages-of-one'])

/** True for a text with no other signs than those of another, besides letters and digits. */
function isOfSigns(text: string, other: string): boolean {
  return [...text].every((sign) => /[a-z\d]/i.test(sign) || other.includes(sign))
}

function pages(operation: SchemeOperation): Pick<RequestForm, 'id' | 'title' | 'isSeen'>[] {
  if (!isPaged(operation)) return []
  const { page, size, first } = pageInputs(operation)
  const asking = (id: string, title: string, input: string, isMeant: (value: number) => boolean) => ({
    id,
    title,
    isSeen: ({ body }: RequestSeen) => isMeant(Number(membersOf(body)[input])),
  })
  return [
    asking('later-pages', 'for a page behind the first', page, (value) => value > first),
    {
      id: 'nothing-asked',
      title: 'that asks for nothing in particular',
      isSeen: ({ body }) => body.toString() === '{}',
    },
    asking('second-page', 'for the second page', page, (value) => value === first + 1),
    asking('pages-of-one', 'for pages of one record', size, (value) => value === 1),
    asking('large-pages', 'for pages of a hundred or more', size, (value) => value >= 100),
  ]
}
