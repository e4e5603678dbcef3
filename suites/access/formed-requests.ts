import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Changes } from '../../engine/probes/request.ts'
import { asItIs, withAccept } from './edited-request.ts'
import { listedForms, type RequestForm } from './listed-forms.ts'
import { isTelling, orPlain, whereTold } from './refused-otherwise.ts'
import { unlistedForms } from './unlisted-forms.ts'
import type { WrongRequest } from './wrong-request.ts'

export interface Wrongly<Suffix extends string> {
  readonly name: 'none' | 'wrong'
  readonly requirement: Suffix
  /** In words that finish "sent …". */
  readonly words: string
  readonly build: (client: Builder, changes: Changes, role: string) => SentRequest
  /** The same with an empty credential header, in the one form that is for it. */
  readonly blank?: Pick<Wrongly<Suffix>, 'words' | 'build'>
}

/** If there are more forms than this, each is tried in one way only. */
const manyForms = 3

/** Wrong credentials over the forms of a request: every way in each form that a run sends anyway, one in each that the source does not list. */
export function formedRequests<Suffix extends string>(operation: Operation, ways: readonly Wrongly<Suffix>[]): WrongRequest<Suffix>[] {
  const listed = ways.flatMap((way) => {
    const forms = inTurn(listedForms(operation), ways).flatMap(([form, other]) => (other === way ? [form] : []))
    const values = operation.movesMoney && way.name === 'none' ? forms.filter(({ isOfOneValue }) => isOfOneValue) : []
    const single = (form: RequestForm) => formed(operation, `${way.name}.${form.id}`, form, way)
    if (values.length < 2) return forms.map(single)
    const apart = forms.filter((form) => !values.includes(form))
    return [...apart.map(single), ...whereTold(single(atOnce(values)), values.map(single), isTelling(operation))]
  })
  const unlisted = unlistedForms(operation).flatMap((form, index) => {
    const way = isSigned(operation) ? ways.at(-1) : ways[form.isBlank ? 0 : index % ways.length]
    return way ? [formed(operation, `form.${form.id}`, { ...form, isUnlisted: true }, way)] : []
  })
  return [...listed, ...unlisted]
}

/** Combines other values of several inputs: none of them hides a guard that is missing for another. */
function atOnce(forms: readonly RequestForm[]): RequestForm {
  return {
    id: 'other-values',
    title: forms.map(({ title }) => title).join(' and '),
    changes: (target) => ({ inputs: Object.assign({}, ...forms.map(({ changes }) => changes?.(target).inputs)) }),
    omitted: (target) => forms.map(({ omitted }) => omitted?.(target)).find((reason) => reason !== undefined),
    isSeen: (request, settings) => forms.every(({ isSeen }) => isSeen(request, settings)),
  }
}

function inTurn<Way>(forms: readonly RequestForm[], ways: readonly Way[]): (readonly [form: RequestForm, way: Way])[] {
  const isLarge = forms.length > manyForms
  return forms.flatMap((form, index) => ways.filter((_, at) => !isLarge || at === index % ways.length).map((way) => [form, way] as const))
}

export function askedWrongly(operation: Operation): (readonly [role: string, changes: NonNullable<RequestForm['changes']>])[] {
  return inTurn(listedForms(operation), ['none', 'wrong'] as const).flatMap(([{ id, changes, reform, isBroken }, way]) =>
    way === 'none' || !changes || reform || isBroken ? [] : [[`${way}.${id}`, changes] as const],
  )
}

/** The Accept of wrong requests: the same values that right requests are sent with. */
const accepted: Readonly<Record<Wrongly<string>['name'], string | undefined>> = { none: undefined, wrong: '*/*' }

function formed<Suffix extends string>(
  operation: Operation,
  role: string,
  form: RequestForm & Pick<WrongRequest, 'isUnlisted'>,
  way: Wrongly<Suffix>,
): WrongRequest<Suffix> {
  const { title, changes, reform = (request: SentRequest) => withAccept(request, accepted[way.name]), plainly, omitted, isUnlisted } = form
  const { words, build } = { ...way, ...(form.isBlank && way.blank) }
  const made = (change: typeof reform, isPlain = false): WrongRequest<Suffix> => ({
    role,
    requirement: way.requirement,
    title: isPlain ? words : `${words} ${title}`,
    omitted,
    build: (client: Builder) => change(build(client, (isPlain ? undefined : changes)?.(client.target) ?? {}, role), client),
    isExtended: true,
    nature: form.reform || form.isBroken ? 'open' : undefined,
    isUnlisted,
  })
  // No other request says nothing in that header.
  if (form.isBlank && changes) return orPlain(operation, made(reform), made(asItIs, true))
  return plainly ? orPlain(operation, made(reform), ...plainly.map((plainer) => made(plainer))) : made(reform)
}
