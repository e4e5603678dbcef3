import { readFile } from 'node:fs/promises'
import { DocumentError, documentUrl, parseYaml, resolveDocument, sha256 } from '../spec/document.ts'
import { applyOverlay, type Overlay, parseOverlay } from '../spec/overlay.ts'
import type { Contract } from './contract.ts'
import { DerivationError } from './derivation-error.ts'
import { derive } from './derive.ts'
import { guarded } from './guarded.ts'

/** The contract of the document that overlay files change, one after another. @throws {DocumentError} @throws {DerivationError} */
export async function deriveOverlaid(files: readonly string[]): Promise<Contract> {
  const text = await readFile(documentUrl, 'utf8')
  const overlays = await Promise.all(files.map(readOverlay))
  const own = parseYaml(text, documentUrl.pathname)
  const content = overlays.reduce(applyOverlay, own)
  const named = overlays.map(({ title, sha256 }) => ({ title, sha256 }))
  const overlaid = whole(derive(await resolveDocument(content, sha256(text)), named))
  return guarded(derive(await resolveDocument(own, sha256(text))), overlaid)
}

/** An entry of the ledger that an overlay adds has to say what it is. @throws {DerivationError} */
function whole(contract: Contract): Contract {
  const entries = [...contract.requirements, ...contract.openPoints]
  const bare = entries.find(({ id, text, clause }) => [id, text, clause].includes('undefined'))
  if (bare) throw new DerivationError(`An entry of x-requirements or x-open lacks id, clause or text: ${JSON.stringify(bare)}.`)
  return contract
}

async function readOverlay(file: string): Promise<Overlay> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new DocumentError(`The overlay ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'no text'}).`, { cause })
  }
  return parseOverlay(text, file)
}
