import type { Line, Verification } from '../../certificates/verification/verification-lines.ts'
import { type Colour, coloured, colouredLines, hanging, type TerminalStyle, wrapped } from '../text/lines.ts'
import { plain } from '../text/plain.ts'

/** What a verification found, for people: a line for each question, and what no certificate can prove. */
export function verificationText(verification: Verification, required: readonly number[], style: TerminalStyle): string {
  const { lines, unproven, certificate } = verification
  const head = certificate ? [...wrapped(titleOf(certificate), style.width), ''] : []
  const answered = lines.flatMap((entry) => lineText(entry, required, style))
  const missing =
    unproven.length > 0 ? ['', 'What it cannot prove:', ...unproven.flatMap((text) => hanging('  · ', plain(text), style))] : []
  return `${[...head, ...answered, ...missing, '', ...conclusion(verification, required, style)].join('\n')}\n`
}

export function verificationJson({ lines, unproven, certificate }: Verification, required: readonly number[], exitCode: number) {
  const { statement, settings, challenge, evidence } = certificate ?? {}
  return {
    schema: 'assay.verification/1',
    exitCode,
    required,
    lines,
    unproven,
    result: statement?.predicate.result,
    subject: statement?.subject[0],
    operations: settings?.target.operations,
    issuedAt: settings && new Date(settings.issuedAt).toISOString(),
    expiresAt: settings && new Date(settings.expiresAt).toISOString(),
    start: settings?.start,
    challenge: challenge && { asker: challenge.asker, operations: challenge.operations },
    requests: evidence?.tape.attempts.length,
    registered: evidence?.registered,
  }
}

function titleOf({ statement, settings }: NonNullable<Verification['certificate']>): string {
  const [subject] = statement.subject
  return `Certificate of ${subject.name} (SHA-256 ${subject.digest.sha256.slice(0, 16)}…) for ${settings.target.operations.join(', ')}`
}

function lineText({ number, name, holds, text, details }: Line, required: readonly number[], style: TerminalStyle): string[] {
  const mark = holds === true ? coloured(style, 'green', '✓') : holds === false ? coloured(style, 'red', '✗') : coloured(style, 'dim', '–')
  const aside = holds === false && !required.includes(number) ? ' (not required)' : ''
  const label = `${number} ${name.padEnd(14)}`
  const [first = '', ...rest] = hanging(' '.repeat(label.length + 2), plain(text) + aside, style)
  const more = details.flatMap((detail) => hanging(`${' '.repeat(label.length + 2)}· `, plain(detail), style))
  return [`${mark} ${label}${first.trimStart()}`, ...rest, ...more]
}

function conclusion({ lines }: Verification, required: readonly number[], style: TerminalStyle): string[] {
  const wanted = lines.filter(({ number }) => required.includes(number))
  const failed = wanted.filter(({ holds }) => holds === false)
  const open = wanted.filter(({ holds }) => holds === undefined)
  const said = (colour: Colour, text: string) => colouredLines(style, colour, text)
  const named = (found: readonly Line[]) => found.map(({ number, name }) => `${number} (${name})`).join(', ')
  if (failed.length > 0) return said('red', `Do not rely on it: ${named(failed)} ${failed.length === 1 ? 'does' : 'do'} not hold.`)
  if (open.length > 0) return said('yellow', `Not proven: ${named(open)} cannot be told.`)
  return said('green', `It holds: ${named(wanted)}.`)
}
