import { sentSeparators } from '../../../contracts/mistakes/texts/separators.ts'

/** What signers write between values. */
export const joints = ['', ...Object.values(sentSeparators)]

/** The same, and what stands between the words of names and addresses. */
export const allJoints = [...joints, '_', '/', ';', '@']

export function said(joint: string): string {
  if (joint === '\n') return ', a line each'
  return joint === '' ? '' : `, with ${JSON.stringify(joint)} between them`
}
