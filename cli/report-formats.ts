import { InvalidArgumentError } from 'commander'
import { type Format, formatNames } from '../reports/write.ts'

/** Reads a list of report formats from a flag. */
export function formatsOf(list: string): Format[] {
  return list.split(',').map((part) => {
    const found = formatNames.find((name) => name === part.trim())
    if (found) return found
    throw new InvalidArgumentError(`Choose from: ${formatNames.join(', ')}.`)
  })
}
