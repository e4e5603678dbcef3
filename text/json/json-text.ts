import { attempted } from '../../language/attempted.ts'
import { type Node, nodeOf } from './node.ts'

/** The value that a text writes as JSON; undefined if it is none. */
export function jsonValue(text: string): unknown {
  return attempted(() => JSON.parse(text))
}

/** The members of the object that a text writes as JSON; none if it writes no object. */
export function jsonMembers(text: string): Node {
  return nodeOf(jsonValue(text))
}
