import type { Document } from '../../spec/document.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { AppliedOverlay, Callback, Contract, Operation, Requirement, SettingDeclaration } from '../contract.ts'
import { settingsOf } from '../needed-settings.ts'
import { withoutKnownPatterns } from '../schemas/known-patterns.ts'
import { namedOnly, statedOpenPoints, statedRequirements } from './ledger.ts'
import { deriveOperations } from './operations.ts'
import { operationRequirements } from './requirements.ts'

/**
 * Derives the contract from a document. Pure: the same document gives the same contract, whether it is the
 * committed one (`generate`) or one that an overlay changed at run time.
 * @throws {DocumentError} when an operation lacks what a check of it would need.
 */
export function derive(document: Document, overlays: readonly AppliedOverlay[] = []): Contract {
  const { sha256 } = document
  const content = withoutKnownPatterns(document.content)
  const info = nodeOf(content['info'])
  const operations = deriveOperations(content)
  const callbacks = deriveCallbacks(content, operations)
  return {
    spec: { title: String(info['title']), version: String(info['version']), sha256, overlays },
    bases: [...new Set(operations.map(({ base }) => base))],
    settings: settings(content['x-settings'], operations),
    clauses: nodeOf(content['x-clauses']) as Record<string, string>,
    operations,
    callbacks,
    requirements: [operations.flatMap(operationRequirements), callbacks.flatMap(callbackRequirements), statedRequirements(content)].flat(),
    openPoints: statedOpenPoints(content),
    namedOnly: namedOnly(content).filter(({ name }) => !operations.some(({ summary }) => summary === name)),
  }
}

/** The declared settings, and those that operations refer to without a declaration: those are taken for secret. */
function settings(declared: unknown, operations: readonly Operation[]): SettingDeclaration[] {
  const stated = Object.entries(nodeOf(declared)).map(([name, value]) => ({
    name,
    env: environmentName(name),
    secret: nodeOf(value)['secret'] === true,
    description: isObject(value) ? String(value['description']) : name,
  }))
  const known = new Set(stated.map(({ name }) => name))
  const others = [...new Set(operations.flatMap(settingsOf))].filter((name) => !known.has(name))
  return [...stated, ...others.map((name) => ({ name, env: environmentName(name), secret: true, description: name }))]
}

function environmentName(setting: string): string {
  return `ASSAY_${setting
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^a-zA-Z0-9]+/g, '_')
    .toUpperCase()}`
}

/** Every webhook of which the document says what follows it, in its order. @throws {DocumentError} where that is no operation. */
export function deriveCallbacks(document: Node, operations: readonly Operation[]): Callback[] {
  return Object.values(nodeOf(document['webhooks'])).flatMap((item) =>
    Object.entries(nodeOf(item)).flatMap(([method, stated]) =>
      isObject(stated) && typeof stated['x-followed-by'] === 'string' ? [deriveCallback(method, stated, operations)] : [],
    ),
  )
}

export function callbackRequirements({ id, method, statedIn, followedBy }: Callback): Requirement[] {
  const common = { level: 'MUST', binds: 'provider', operation: id } as const
  return [
    { ...common, id: `${id}.method`, clause: statedIn.method, text: `A callback is a ${method}.` },
    { ...common, id: `${id}.json`, clause: statedIn.json, text: 'The body of a callback is JSON.' },
    { ...common, id: `${id}.followed`, clause: statedIn.followed, text: `After a callback, ${followedBy} finds a record.` },
  ]
}

function deriveCallback(method: string, stated: Node, operations: readonly Operation[]): Callback {
  const id = String(stated['operationId'] ?? `${method}Callback`)
  const followedBy = String(stated['x-followed-by'])
  const followed = operations.find((operation) => operation.id === followedBy)
  if (!followed)
    throw new DocumentError(`${id}: x-followed-by is ${followedBy}; expected one of ${operations.map((known) => known.id).join(', ')}.`)
  const clause = String(stated['x-clause'] ?? followed.clause)
  const stating = nodeOf(stated['x-stated-in'])
  const statedIn = (part: string) => String(stating[part] ?? clause)
  return {
    id,
    summary: String(stated['summary'] ?? id),
    method: method.toUpperCase(),
    clause,
    followedBy,
    statedIn: { method: statedIn('method'), json: statedIn('json'), followed: statedIn('followed') },
  }
}
