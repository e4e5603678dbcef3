import { isObject } from './pointer.ts'

/** An object as JSON or YAML writes it, with whatever it holds. */
export type Node = { readonly [key: string]: unknown }

/** The value if it is an object, else an empty one: what is absent holds nothing. */
export function nodeOf(value: unknown): Node {
  return isObject(value) ? value : {}
}

/** The objects of a list; none if there is no list. */
export function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
