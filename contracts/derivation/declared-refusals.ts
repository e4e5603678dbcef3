import { defined } from '../../language/defined.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { RefusalForm, Refusals, Schema } from '../contract.ts'
import { responseFields } from '../fields.ts'
import { essence } from '../media-type.ts'
import { composed } from '../schemas/composition.ts'
import { isDenial, isOfWrongInput } from '../statuses.ts'
import { examples } from './declared-inputs.ts'

/**
 * What the responses of an operation say of its refusals. A status by itself says something; `4XX` and `default` do where
 * they have content, and then allow any status of theirs.
 */
export function deriveRefusals(operation: string, responses: Node, clause: string): Refusals {
  const said = Object.entries(responses)
    .map(([status, stated]) => ({ status: status.replace(/xx$/, 'XX'), stated: nodeOf(stated) }))
    .filter(({ status, stated }) => /^4\d\d$/.test(status) || (/^([45]XX|5\d\d|default)$/.test(status) && isObject(stated['content'])))
  const statuses = said.map(({ status }) => status)
  const ranges = statuses.filter((status) => status === '4XX' || status === 'default')
  const wrongInput = statuses.filter((status) => isOfWrongInput(Number(status)))
  const denied = statuses.filter((status) => isDenial(Number(status)))
  const credentials = [...(denied.length > 0 ? denied : wrongInput), ...ranges]
  return { credentials, inputs: [...wrongInput, ...ranges], forms: forms(operation, clause, said, credentials) }
}

interface StatedResponse {
  readonly status: string
  readonly stated: Node
}

/** Statuses whose refusals look alike share a form; the one of wrong credentials has the plain name. */
function forms(operation: string, clause: string, said: readonly StatedResponse[], credentials: readonly string[]): RefusalForm[] {
  const alike = [...Map.groupBy(said, ({ stated }) => JSON.stringify(stated['content'] ?? null)).values()]
  const isFirst = (group: readonly StatedResponse[]) => group.some(({ status }) => status === credentials[0])
  return alike.map((group) => {
    const id = isFirst(group) ? 'refusal' : `refusal.${group[0]?.status}`
    return form(operation, clause, id, group)
  })
}

function form(operation: string, clause: string, id: string, group: readonly StatedResponse[]): RefusalForm {
  const statuses = group.map(({ status }) => status)
  const [content] = Object.entries(nodeOf(group[0]?.stated['content']))
  if (!content) return { id, statuses, fields: [] }
  const [mediaType, media] = content
  const stated = nodeOf(media)['schema']
  const schema = isObject(stated) ? composed(stated as Schema) : undefined
  const example = examples(nodeOf(media))[0]?.value
  return defined({
    id,
    statuses,
    mediaType: essence(mediaType),
    schema,
    fields: schema ? responseFields(`${operation}.${id}`, schema, clause) : [],
    example,
  })
}
