import type { Diagnosis } from '../engine/diagnosis.ts'
import type { Withdrawal } from '../engine/run.ts'
import { type Examination, examinationExitCode } from '../targets/doctor.ts'
import { redactionOf } from './redaction/redaction.ts'
import { reportedDiagnosis } from './report.ts'
import { hanging, type TerminalStyle } from './text/lines.ts'
import { plain } from './text/plain.ts'

/** What the doctor found as others may rely on it, without secrets. */
interface ExaminationReport {
  readonly schema: 'assay.doctor/1'
  readonly target: string
  readonly exitCode: 0 | 2 | 3
  readonly sound: Examination['sound']
  readonly diagnoses: readonly Diagnosis[]
  readonly registered: readonly string[]
  /** What a merchant has to look for, a line each. */
  readonly unknownFate: readonly string[]
}

/** The one way from an examination to anything that is shown: its secrets are taken out. */
export function examinationReport(examination: Examination): ExaminationReport {
  const { contract, target, sound, diagnoses, registered, unknownFate } = examination
  const redact = redactionOf(contract, target)
  return {
    schema: 'assay.doctor/1',
    target: redact(target.name),
    exitCode: examinationExitCode(examination),
    sound: sound.map(({ about, text }) => ({ about: redact(about), text: redact(text) })),
    diagnoses: diagnoses.map((diagnosis) => reportedDiagnosis(diagnosis, redact)),
    registered: registered.map(redact),
    unknownFate: unknownFate.map((withdrawal) => redact(withdrawalText(withdrawal))),
  }
}

/** A withdrawal as its merchant can find it: when it was sent, and its values, or the name of its request if they cannot be read. */
export function withdrawalText({ at, exchange, withdrawal }: Withdrawal): string {
  const stated = Object.entries(withdrawal).map(([name, value]) => `${name} ${value}`)
  return `${new Date(at).toISOString()}: ${stated.join(', ') || `sent as ${exchange}`}`
}

export function unknownLines(withdrawals: readonly string[], style: TerminalStyle): string[] {
  const [only, ...others] = withdrawals.map(plain)
  if (only === undefined) return []
  if (others.length === 0) return hanging('', `A withdrawal that may have been registered, look for it: ${only}`, style)
  return ['Withdrawals that may have been registered, look for them:', ...[only, ...others].flatMap((line) => hanging('  ', line, style))]
}

/** An examination for people: what is in order, then each problem (a shared remedy follows the last of them), then what to do next. */
export function examinationSummary(
  { target, exitCode, sound, diagnoses, registered, unknownFate }: ExaminationReport,
  style: TerminalStyle,
): string {
  const lines = [
    ...sound.flatMap(({ about, text }) => hanging('✓ ', plain(`${about}: ${text}`), style, 'green')),
    ...diagnoses.flatMap(({ id, problem, remedy }, at) => [
      ...hanging(marks[id] ?? '✗ ', plain(problem), style, marks[id] ? 'yellow' : 'red'),
      ...(diagnoses[at + 1]?.remedy === remedy ? [] : hanging('  ', plain(remedy), style)),
    ]),
    ...(registered.length > 0 ? hanging('', `Withdrawals that the target registered: ${plain(registered.join(', '))}`, style) : []),
    ...unknownLines(unknownFate, style),
    '',
    ...hanging('', `${plain(target || 'No target')}: ${answers[exitCode]}`, style, 'bold'),
    ...(diagnoses.some(({ id }) => id === 'refused') ? hanging('', afterRefusal, style) : []),
  ]
  return `${lines.join('\n')}\n`
}

/** The symbols of problems that are not the configuration's fault. */
const marks: Partial<Record<Diagnosis['id'], string>> = { unasked: '? ', ordinary: '! ' }

const afterRefusal =
  'If the settings are right, `assay run` tries what the target takes instead: credentials in another form, and on this machine other signatures.'

const answers = {
  0: 'healthy. A run can judge it.',
  2: 'the configuration is incomplete or wrong.',
  3: 'something keeps a run from judging everything.',
} as const
