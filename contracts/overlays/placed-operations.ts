import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject, pointerStep } from '../../text/json/pointer.ts'

/** Every operation that a document states, with its place. */
export function placedOperations(content: Node): [at: string, stated: Node][] {
  return Object.entries(nodeOf(content['paths'])).flatMap(([path, item]) =>
    operationsIn(item).map(([method, stated]): [string, Node] => [`/paths/${pointerStep(path)}/${method}`, stated]),
  )
}

export function operationsIn(item: unknown): [method: string, stated: Node][] {
  return Object.entries(nodeOf(item)).flatMap(([method, stated]) => (isObject(stated) ? [[method, stated]] : []))
}
