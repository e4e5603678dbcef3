import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject, pointerStep } from '../../text/json/pointer.ts'
import type { Contract } from '../contract.ts'
import { settingsOf } from '../needed-settings.ts'

/** What a changed document adds for others to use and nobody uses, one sentence each: it asks for nothing, and nobody would notice. */
export function unusedDeclarations(content: Node, own: Node, { operations }: Contract): string[] {
  const used = new Set(mentioned(content))
  const needed = new Set(operations.flatMap(settingsOf))
  const components = Object.keys(nodeOf(content['components'])).flatMap((kind) =>
    added(nodeOf(content['components'])[kind], nodeOf(own['components'])[kind]).map((name) => componentAt(kind, name)),
  )
  return [
    ...components
      .filter((at) => !used.has(at))
      .map((at) => `${at.slice(1)}: nothing refers to it, so that it asks for nothing; refer to it, or leave it out.`),
    ...added(content['x-settings'], own['x-settings'])
      .filter((name) => !needed.has(name))
      .map((name) => `/x-settings/${pointerStep(name)}: no request takes a value from it; name it as x-setting, or leave it out.`),
  ]
}

function added(all: unknown, own: unknown): string[] {
  return Object.keys(nodeOf(all)).filter((name) => !Object.hasOwn(nodeOf(own), name))
}

function componentAt(kind: string, name: string): string {
  return `#/components/${kind}/${pointerStep(name)}`
}

/** The components that something within a value names: by a reference, into one as well, or as a security scheme. */
function mentioned(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(mentioned)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === '$ref' && typeof member === 'string') return [member.split('/').slice(0, 4).join('/')]
    const schemes = name === 'security' && Array.isArray(member) ? member.flatMap((each) => Object.keys(nodeOf(each))) : []
    return [...schemes.map((scheme) => componentAt('securitySchemes', scheme)), ...mentioned(member)]
  })
}
