import type { Document } from '../../spec/document.ts'
import { isObject } from '../../spec/json/pointer.ts'
import { nodeOf } from '../../spec/node.ts'
import type { AppliedOverlay, Contract, Operation, SettingDeclaration } from '../contract.ts'
import { settingsOf } from '../needed-settings.ts'
import { withoutKnownPatterns } from '../schemas/known-patterns.ts'
import { callbackRequirements, deriveCallbacks } from './callbacks.ts'
import { namedOnly, statedOpenPoints, statedRequirements } from './ledger.ts'
import { deriveOperations } from './operations.ts'
import { operationRequirements } from './requirements.ts'

/**
 * Derives the contract from a document. Pure: the same document gives the same contract, whether it is the
 * committed one (`generate`) or one that an overlay changed at run time.
 * @throws {DerivationError} when an operation lacks what a check of it would need.
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
    requirements: [
      ...operations.flatMap(operationRequirements),
      ...callbacks.flatMap(callbackRequirements),
      ...statedRequirements(content),
    ],
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
