import { JSONPathJS } from 'jsonpath-js'
import { grouped } from '../text/counted.ts'
import { sha256 } from '../text/digest.ts'
import { inTime, TookTooLong } from '../text/in-time.ts'
import { asWritten } from '../text/json/as-text.ts'
import type { Node } from '../text/json/node.ts'
import { isObject } from '../text/json/pointer.ts'
import { mostParts, parseYaml } from './document.ts'
import { DocumentError } from './document-error.ts'

/** An OpenAPI Overlay: actions that change a document, in order, before anything is derived from it. */
export interface Overlay {
  readonly title: string
  readonly sha256: string
  readonly actions: readonly Action[]
}

/** What is done at every place that a JSONPath names. */
export type Action = { readonly target: string; readonly at: string } & (
  | { readonly kind: 'remove' }
  | { readonly kind: 'update'; readonly value: unknown; readonly replaces: boolean }
  | { readonly kind: 'copy'; readonly from: string }
)

/** Reads the text of an overlay, version 1.0 or 1.1, in YAML or JSON. @throws {DocumentError} naming the file and what is wrong in it. */
export function parseOverlay(text: string, file: string): Overlay {
  const content = parseYaml(text, file)
  const version = content['overlay']
  if (version === undefined) throw new DocumentError(`${file} is not an overlay: expected \`overlay: 1.0.0\` or \`1.1.0\` at its top.`)
  const minor = typeof version === 'string' ? /^1\.([01])(\.\d+)?$/.exec(version)?.[1] : undefined
  if (minor === undefined) throw new DocumentError(`${file}: Overlay ${asWritten(version)} is not known; expected 1.0.0 or 1.1.0.`)
  understoodMembers(content, ['overlay', 'info', 'extends', 'actions'], `${file}: `)
  const info = content['info']
  const title = isObject(info) && typeof info['title'] === 'string' ? info['title'] : undefined
  if (title === undefined) throw new DocumentError(`${file}: /info/title is missing; expected what the overlay is called.`)
  refuseOtherDocument(content['extends'], file)
  const actions = content['actions']
  if (!Array.isArray(actions) || actions.length === 0)
    throw new DocumentError(`${file}: /actions is missing or empty; expected a list of actions.`)
  if (actions.length > mostActions) throw new DocumentError(`${file}: /actions holds ${actions.length}; expected ${mostActions} at most.`)
  return { title, sha256: sha256(text), actions: actions.map((stated, index) => action(stated, `${file}: /actions/${index}`, minor)) }
}

/** No team writes as much by hand, and each action looks at all of the document. */
const mostActions = 1000

/** An overlay may name the document that it is for. */
function refuseOtherDocument(extended: unknown, file: string): void {
  if (extended === undefined || (typeof extended === 'string' && /^((?!https?:).*\/|.*\/spec\/)?openapi\.ya?ml$/.test(extended))) return
  throw new DocumentError(
    `${file}: /extends is ${JSON.stringify(extended)}; expected Assay's own openapi.yaml, or nothing: overlays change no other document.`,
  )
}

/** A document with the overlay's actions applied one after another. @throws {DocumentError} naming the action that cannot be applied. */
export function applyOverlay(document: Node, { actions }: Overlay): Node {
  return actions.reduce<Node>((content, action) => applied(content, action), document)
}

function action(stated: unknown, at: string, minor: string): Action {
  if (!isObject(stated)) throw new DocumentError(`${at} is no action; expected a mapping with a target.`)
  const { target, remove, copy } = stated
  understoodMembers(stated, ['target', 'description', 'update', 'remove', 'copy'], at)
  const kinds = ['update', 'copy'].filter((kind) => kind in stated)
  if (remove === true && kinds.length > 0)
    throw new DocumentError(`${at}: ${kinds.join(' and ')} beside remove: true; expected one of them, or an action for each.`)
  if (remove !== undefined && typeof remove !== 'boolean')
    throw new DocumentError(`${at}/remove: expected true, found ${JSON.stringify(remove)}.`)
  if (typeof target !== 'string' || !target.startsWith('$'))
    throw new DocumentError(`${at}/target: expected a JSONPath that begins with $, found ${JSON.stringify(target) ?? 'nothing'}.`)
  if (remove === true) {
    if (target === '$') throw new DocumentError(`${at}: the whole document cannot be removed.`)
    return { kind: 'remove', target, at }
  }
  if (copy !== undefined) {
    if (minor === '0') throw new DocumentError(`${at}/copy: Overlay 1.0 has no copy; say \`overlay: 1.1.0\`.`)
    if (typeof copy !== 'string' || 'update' in stated) throw new DocumentError(`${at}/copy: expected a JSONPath, and no update beside it.`)
    return { kind: 'copy', target, at, from: copy }
  }
  if ('update' in stated) return { kind: 'update', target, at, value: stated['update'], replaces: minor === '0' }
  const found = Object.keys(stated).filter((key) => key !== 'target' && key !== 'description')
  throw new DocumentError(
    `${at} does nothing: expected update, copy or remove: true${found.length > 0 ? `, found ${found.join(', ')}` : ''}.`,
  )
}

/** A misspelt member would do nothing, and nobody would know. Extensions may say what they like. */
function understoodMembers(stated: Node, members: readonly string[], at: string): void {
  const unknown = Object.keys(stated).find((name) => !members.includes(name) && !name.startsWith('x-'))
  if (unknown !== undefined) throw new DocumentError(`${at}/${unknown} is not understood; expected ${members.join(', ')}.`)
}

function applied(content: Node, action: Action): Node {
  const places = locations(content, action.target, `${action.at}/target`)
  if (places.length === 0)
    throw new DocumentError(`${action.at}: ${action.target} matches nothing in the document. Compare it with what is there.`)
  const change = changeOf(content, action)
  // Last first, so that the places of earlier ones stay what they were.
  const changed = places.toReversed().reduce<unknown>((whole, place) => edited(whole, place, change), content) as Node
  // It may copy what was copied before, or add to many places.
  if (holdsMore(changed, mostParts))
    throw new DocumentError(
      `${action.at}: with it, the document has more than ${grouped(mostParts)} parts. Describe it in several overlays, for a run each.`,
    )
  return changed
}

/** True if something consists of more values than a limit, where what stands in several places counts in each. */
function holdsMore(whole: unknown, most: number): boolean {
  const open = [whole]
  for (let count = 0; open.length > 0; count += 1) {
    if (count + open.length > most) return true
    const part = open.pop()
    if (typeof part === 'object' && part !== null) for (const member of Object.values(part)) open.push(member)
  }
  return false
}

type Step = string | number
type Change = (value: unknown) => unknown

/** Undefined takes a value away. */
function changeOf(content: Node, action: Action): Change {
  if (action.kind === 'remove') return () => undefined
  if (action.kind === 'update') return (value) => merged(value, action.value, action.at, { isTarget: true, replaces: action.replaces })
  const [source, ...others] = locations(content, action.from, `${action.at}/copy`)
  if (!source || others.length > 0)
    throw new DocumentError(`${action.at}/copy: ${action.from} matches ${others.length + (source ? 1 : 0)} places; expected exactly one.`)
  const copied = source.reduce<unknown>((value, step) => (value as Record<Step, unknown>)[step], content)
  return (value) => merged(value, copied, action.at, { isTarget: true, replaces: false })
}

function locations(content: Node, path: string, at: string): Step[][] {
  try {
    const found = inTime(() => new JSONPathJS(path).pathSegments(content as never))
    return found.map(({ segments }) => segments).filter((steps) => isWithin(content, steps))
  } catch (cause) {
    if (cause instanceof TookTooLong)
      throw new DocumentError(`${at}: ${path} takes too long to look for. Name the place more plainly.`, { cause })
    throw new DocumentError(`${at}: ${path} is not a JSONPath (RFC 9535): ${pathFault(path, cause)}.`, { cause })
  }
}

/** True if every step is a member of its own, and none that all objects have. */
function isWithin(content: unknown, [step, ...rest]: readonly Step[]): boolean {
  if (step === undefined) return true
  return typeof content === 'object' && content !== null && Object.hasOwn(content, step) && isWithin((content as Node)[step], rest)
}

/** Where a path cannot be read; what might have stood there is a list of signs that tells people nothing. */
function pathFault(path: string, cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  const [, found] = /but (.*) found\.?$/s.exec(cause.message) ?? []
  const { location } = cause as { location?: { start: { column: number } } }
  if (found === undefined || !location) return cause.message.replace(/\.$/, '')
  const { column } = location.start
  return `at character ${column}, ${found} is not expected${bracketed(path, column)}`
}

/** How to write the name after a dot that cannot be read at a character, as `x-signature` or a path of the service. */
function bracketed(path: string, column: number): string {
  const from = path.lastIndexOf('.', column - 1) + 1
  const [name = ''] = /^[^.[\]?*'"]*/.exec(path.slice(from)) ?? []
  return /^[^\s\w]|\w[^\s\w]/.test(name) ? `; expected the name as ['${name}'], without the dot` : ''
}

function edited(value: unknown, [step, ...rest]: readonly Step[], change: Change): unknown {
  if (step === undefined) return change(value)
  if (Array.isArray(value)) return value.flatMap((item, index) => (index === step ? kept(edited(item, rest, change)) : [item]))
  return Object.fromEntries(
    Object.entries(value as Node).flatMap(([name, member]) =>
      name === String(step) ? kept(edited(member, rest, change)).map((changed) => [name, changed]) : [[name, member]],
    ),
  )
}

function kept(value: unknown): unknown[] {
  return value === undefined ? [] : [value]
}

interface Merging {
  /** True for the target of an action, and not for what stands in it. */
  readonly isTarget: boolean
  /** True if one kind may be put in the place of another within the target. */
  readonly replaces: boolean
}

/** Objects merge, arrays take on, other values are replaced. Version 1.1 forbids to put one kind in the place of another. */
function merged(value: unknown, update: unknown, at: string, { isTarget, replaces }: Merging): unknown {
  if (isObject(value) && isObject(update)) {
    const members = Object.entries(update).map(([name, member]) => {
      const known = Object.hasOwn(value, name)
      return [name, known ? merged(value[name], member, `${at}/${name}`, { isTarget: false, replaces }) : member] as const
    })
    return { ...value, ...Object.fromEntries(members) }
  }
  if (Array.isArray(value) && Array.isArray(update)) {
    if (value.length > 0 && update.length === 0)
      throw new DocumentError(`${at}: an empty list adds nothing to the list that is there. Remove that first, in an action of its own.`)
    return [...value, ...update]
  }
  if (Array.isArray(value) && isTarget) return [...value, update]
  const [found, given] = [kindOf(value), kindOf(update)]
  if (found === given || (replaces && !isTarget)) return update
  throw new DocumentError(`${at}: ${given} cannot be merged into ${found}. Remove what is there first, in an action of its own.`)
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'a list' : isObject(value) ? 'a mapping' : 'a plain value'
}
