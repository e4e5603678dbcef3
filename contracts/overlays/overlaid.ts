import { documentUrl, readDocument, resolveDocument } from '../../spec/document.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { misunderstood } from '../../spec/grammar/grammar.ts'
import { applyOverlay, type Overlay, parseOverlay } from '../../spec/overlay.ts'
import { fileFault } from '../../text/files/file-fault.ts'
import { readText } from '../../text/files/text-file.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Contract } from '../contract.ts'
import { derive } from '../derivation/derive.ts'
import { exampleFaults } from '../schemas/schema-faults.ts'
import { validatorsFor } from '../schemas/validators.ts'
import { leadingNowhere } from './dangling-declarations.ts'
import { idleDeclarations, unusedDeclarations } from './idle-declarations.ts'
import { ledgerFaults } from './ledger-faults.ts'
import { guarded } from './overlay-guard.ts'
import { retractions } from './retractions.ts'

/** Further faults of a changed contract beside the document's own, one sentence each: of what only later layers know. */
export type FaultsIn = (contract: Contract, own: Contract) => readonly string[] | Promise<readonly string[]>

/** The contract of the document that overlay files change, one after another. @throws {DocumentError} */
export async function deriveOverlaid(files: readonly string[], faultsIn: FaultsIn = () => []): Promise<Contract> {
  const overlays = await Promise.all(files.map(readOverlay))
  const { content: own, sha256 } = await readDocument(documentUrl)
  const content = overlays.reduce(applyOverlay, own)
  const named = overlays.map(({ title, sha256 }) => ({ title, sha256 }))
  const stated = derive(resolveDocument(own, sha256))
  const judged = async (changed: Node) => {
    const contract = guarded(stated, await understood(changed, stated, named))
    const [fault] = [...unusedDeclarations(changed, own, contract), ...(await faultsIn(contract, stated))]
    if (fault !== undefined) throw new DocumentError(fault)
    return contract
  }
  try {
    return await judged(content)
  } catch (cause) {
    throw await placed(cause, judged, own, overlays)
  }
}

/** The contract of a document in which everything is understood, and leads somewhere. @throws {DocumentError} */
async function understood(content: Node, own: Contract, named: Contract['spec']['overlays']): Promise<Contract> {
  const [unknown] = misunderstood(content)
  if (unknown) throw new DocumentError(`${unknown.at || 'the document'}: ${unknown.message}`)
  if (!Object.values(nodeOf(content['paths'])).some((item) => Object.values(nodeOf(item)).some(isObject)))
    throw new DocumentError('/paths: no operation is left, so that nothing would be judged.')
  const contract = derive(resolveDocument(content, own.spec.sha256), named)
  const [fault] = [
    ...leadingNowhere(contract),
    ...exampleFaults(contract, own),
    ...retractions(content, contract, own),
    ...ledgerFaults(content, contract, own),
    ...idleDeclarations(content, contract, own),
  ]
  if (fault !== undefined) throw new DocumentError(fault)
  const stated = new Set(own.operations.map((operation) => JSON.stringify(operation)))
  const operations = contract.operations.filter((operation) => !stated.has(JSON.stringify(operation)))
  if (operations.length > 0) await validatorsFor({ ...contract, operations })
  return contract
}

/** The same error with the action before it that brings it about: the first after which it is there. */
async function placed(error: unknown, judged: (content: Node) => Promise<Contract>, own: Node, overlays: readonly Overlay[]) {
  if (!(error instanceof DocumentError)) return error
  const actions = overlays.flatMap((overlay) => overlay.actions.map((action) => ({ overlay, action })))
  const whole = overlays.reduce(applyOverlay, own)
  let content = own
  for (const { overlay, action } of actions) {
    content = applyOverlay(content, { ...overlay, actions: [action] })
    for (const complete of completed(content, whole)) {
      const found = await judged(complete).catch((problem: unknown) => problem)
      const isSame = found instanceof Error && found.message === error.message
      if (isSame) return new DocumentError(`${action.at}: ${error.message}`, { cause: error })
    }
  }
  return error
}

/**
 * A document that later actions complete: what they define is there already, and has no fault of its own. Where credentials belong together,
 * as those of a signature do, innocent ones are a fault, so that the second asks for none of them.
 */
function completed(content: Node, whole: Node): Node[] {
  const [present, final] = [nodeOf(content['components']), nodeOf(whole['components'])]
  const components = Object.entries(final).map(([kind, defined]) => {
    const innocent = Object.keys(nodeOf(defined)).map((name) => [
      name,
      kind === 'securitySchemes' ? { type: 'http', scheme: 'bearer' } : {},
    ])
    return [kind, { ...Object.fromEntries(innocent), ...nodeOf(present[kind]) }]
  })
  const document = { ...content, components: { ...present, ...Object.fromEntries(components) } }
  const isLater = (name: string) => name in nodeOf(final['securitySchemes']) && !(name in nodeOf(present['securitySchemes']))
  const isOfLater = (value: unknown) => Array.isArray(value) && value.some((schemes) => Object.keys(nodeOf(schemes)).some(isLater))
  const reviver = (key: string, value: unknown) => (key === 'security' && isOfLater(value) ? [] : value)
  return [document, JSON.parse(JSON.stringify(document), reviver) as Node]
}

async function readOverlay(file: string): Promise<Overlay> {
  let text: string
  try {
    text = readText(file)
  } catch (cause) {
    throw new DocumentError(`The overlay ${file} cannot be read (${fileFault(cause)}).`, { cause })
  }
  return parseOverlay(text, file)
}
