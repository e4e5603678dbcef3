import { setFlagsFromString } from 'node:v8'
import { InvalidArgumentError, Option } from 'commander'
import { overlaidContract } from '../../suites/overlays/overlaid-contract.ts'
import { shellWord } from '../../text/shell-word.ts'
import { repeatable } from './flag-values.ts'

const overlays = overlaysIn(process.argv.slice(2))
// A long one leaves more garbage behind than the modules do that load meanwhile, for which the heap has room (`cli/assay.js`).
if (overlays.length > 0) for (const flag of ['--semi-space-growth-factor=1', '--heap-growing-percent=30']) setFlagsFromString(flag)

/**
 * The contract that this command line is about: the committed one, or that of the document as its overlays change it.
 * Commands are loaded after their words are known, so that their options and help are those of the same contract.
 */
export const contract = await overlaidContract(overlays.filter((file) => file.trim() !== ''))

export const isOverlaid = overlays.length > 0

/** The same overlays for another command, as words to paste. */
export const overlayWords = overlays.map((file) => ` --overlay ${shellWord(file)}`).join('')

/** The option by which overlays are given; `contract` has read them already. */
export function overlayOption(): Option {
  return new Option('--overlay <file>', 'an OpenAPI Overlay that changes the document first (can be given several times)').argParser(taken)
}

/** A command line that is no process of its own may not be what was read: nothing is judged by another document than was asked for. */
function taken(file: string, before?: readonly string[]): string[] {
  if (!overlays.includes(file)) throw new InvalidArgumentError('Overlays are read as a process starts: give it to `assay` itself.')
  return repeatable(file, before)
}

function overlaysIn(words: readonly string[]): string[] {
  const end = words.indexOf('--')
  return words.slice(0, end === -1 ? words.length : end).flatMap((word, index) => {
    if (word.startsWith('--overlay=')) return [word.slice('--overlay='.length)]
    const file = words[index + 1]
    return word === '--overlay' && file !== undefined ? [file] : []
  })
}
