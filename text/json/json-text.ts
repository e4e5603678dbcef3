import { attempted } from '../../language/attempted.ts'
import { type Node, nodeOf } from './node.ts'

/** The value that a text writes as JSON; undefined if it is none. */
export function jsonValue(text: string): unknown {
  return attempted(() => JSON.parse(text))
}

/** The same. @throws what is made of the reason, which tells the place but nothing of the text: that may hold secrets */
export function parsedJson(text: string, refusal: (fault: string) => Error): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw refusal((cause as Error).message.replace(/, (?:\.{3})?".*$/s, ''))
  }
}

/** The members of the object that a text writes as JSON; none if it writes no object. */
export function jsonMembers(text: string): Node {
  return nodeOf(jsonValue(text))
}
