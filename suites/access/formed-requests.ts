import type { Operation } from '../../contracts/contract.ts'
import type { Builder } from '../../engine/client/client.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Changes } from '../../engine/request.ts'
import { defined } from '../../spec/defined.ts'
import { listedShapes, type Shape, taking } from './listed-forms.ts'
import { unlistedShapes } from './unlisted-forms.ts'
import type { WrongRequest } from './wrong-request.ts'

/** How an operation's requests are made wrong: without any credential, or with a wrong one. */
export interface Wrongly<Suffix extends string> {
  readonly name: 'none' | 'wrong'
  readonly requirement: Suffix
  /** In words that finish "sent …". */
  readonly words: string
  readonly build: (client: Builder, changes: Changes) => SentRequest
}

/** Where there are more forms than this, each is tried one way. */
const manyShapes = 3

/** Wrong credentials over the forms of a request: each way in each form that a run sends anyway, one way in each that the source does not list. */
export function shapedRequests<Suffix extends string>(operation: Operation, ways: readonly Wrongly<Suffix>[]): WrongRequest<Suffix>[] {
  const shapes = listedShapes(operation)
  const isLarge = shapes.length > manyShapes
  const listed = shapes.flatMap((shape, index) =>
    ways.filter((_, at) => !isLarge || at === index % ways.length).map((way) => shaped(`${way.name}.${shape.id}`, shape, way)),
  )
  const unlisted = unlistedShapes(operation).flatMap((shape, index) => {
    const way = ways[index % ways.length]
    return way ? [{ ...shaped(`form.${shape.id}`, shape, way), isUnlisted: true as const }] : []
  })
  return [...listed, ...unlisted]
}

/** The Accept of wrong requests: the same values that right requests are sent with. */
const accepted: Readonly<Record<Wrongly<string>['name'], string | undefined>> = { none: undefined, wrong: '*/*' }

function shaped<Suffix extends string>(role: string, shape: Shape, way: Wrongly<Suffix>): WrongRequest<Suffix> {
  const { title, changes, reform = (request: SentRequest) => taking(request, accepted[way.name]), omitted } = shape
  return defined({
    role,
    requirement: way.requirement,
    title: `${way.words} ${title}`,
    omitted,
    build: (client) => reform(way.build(client, changes?.(client.target) ?? {})),
    isExtended: true,
    ...((shape.reform ?? shape.isBroken) && { isOpen: true }),
  })
}
