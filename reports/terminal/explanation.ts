import { withArticle } from '../../contracts/article.ts'
import { signatureInWords } from '../../contracts/construction.ts'
import type { Contract, Field, Operation } from '../../contracts/contract.ts'
import { fieldName, ownName } from '../../contracts/fields.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { allowsTexts } from '../../contracts/schemas/schema-parts.ts'
import type { Check } from '../../engine/judging/check.ts'
import { sectionTitle } from '../conclusions/coverage.ts'
import { coloured, hanging, type TerminalStyle } from '../text/lines.ts'
import { type CheckText, callbackTexts, checkText } from '../wording/check-texts.ts'

export interface CheckExplanation {
  readonly id: string
  readonly title: string
  readonly level: string
  readonly clause: string
  readonly requirement: string
  readonly operation: string
  /** What it holds a target to, what is sent, what is judged, and how a failure is fixed: each under its name. */
  readonly rows: Readonly<Record<string, string>>
  /** True if it is judged by callbacks that a run listens for. */
  readonly listens: boolean
}

export function explanationOf(contract: Contract, check: Check): CheckExplanation {
  const requirement = requirementOf(contract, check.requirement)
  const { operation } = check.probe
  const { clause, level, text } = requirement ?? { clause: operation.clause, level: 'MUST', text: check.title }
  const { sends, judges, fix } = textsOf(contract, check)
  return {
    id: check.id,
    title: check.title,
    level,
    clause,
    requirement: text,
    operation: operation.id,
    rows: {
      requirement: `${level} ${text}`,
      clause: `${clause} ${sectionTitle(clause, contract.clauses)}`,
      operation: `${operation.id}: ${operation.method} ${operation.path}`,
      sends,
      judges,
      'to fix it': fix,
      money: operation.movesMoney ? 'it sends withdrawals: to any other machine only with --allow-withdrawals' : 'none',
    },
    listens: check.probe.phase === 'listening',
  }
}

export function explanationText({ id, rows }: CheckExplanation, style: TerminalStyle): string {
  const lines = Object.entries(rows).flatMap(([name, text]) => hanging(`  ${name.padEnd(12)} `, text, style))
  return `${[coloured(style, 'bold', id), ...lines].join('\n')}\n`
}

function textsOf({ callbacks }: Contract, check: Check): CheckText {
  const { probe, sent } = check
  const callback = callbacks.find(({ id }) => Object.keys(callbackTexts).some((name) => check.id === `${id}.${name}`))
  const heard = callback && callbackTexts[ownName(callback, check.id)]
  if (heard) return heard
  if (sent?.as === 'wrong') return refusal(probe.operation, sent.words)
  const field = probe.operation.success.fields.find(({ requirement }) => requirement === check.requirement)
  if (field) return answered(field)
  return (
    checkText(check) ?? {
      sends: `the requests of ${ownName(probe.operation, probe.id)}, right and wrong ones: \`assay run --only '${check.id}' --plan\` counts them`,
      judges: 'Every answer that shows it. A finding names the place, what was expected there and what was found.',
      fix: 'Correct that place, then send the same request again with the command beside the finding.',
    }
  )
}

/** How a wrong request is judged: only an acceptance fails, and a refusal counts only between two accepted right requests. */
function refusal({ authentication }: Operation, sent: string): CheckText {
  const construction = authentication.kind === 'signed' ? authentication.signature.construction : undefined
  return {
    sends: `a right request, then ${sent}, then a right one again`,
    judges:
      'An answer that carries the payload is a failure, whatever its status. A refusal counts only if the right requests around it were accepted; no answer is inconclusive.',
    fix: construction
      ? `The signature is ${signatureInWords(construction)}. Build that text from the bytes that you received, each part from its own place; compare the whole signature with the one that you compute; do nothing else before that.`
      : 'Read the credential from its own header and scheme only, compare all of it, and decide before you look at anything else in the request.',
  }
}

function answered({ path, expected, schema }: Field): CheckText {
  const name = fieldName(path)
  const isPlain = 'const' in schema || (allowsTexts(schema) && Object.keys(schema).every((key) => key === 'type' || key === 'description'))
  const example = isPlain ? undefined : JSON.stringify(sample(schema))
  return {
    sends: 'right requests of every kind; each of their answers is judged',
    judges: path.includes('*')
      ? `${name} must be in every record of every answer, as ${withArticle(expected)}. A list without records proves nothing about them.`
      : `${name} must be in every answer, as ${withArticle(expected)}.`,
    fix: `Send ${path.at(-1) === '*' ? 'each element' : JSON.stringify(path.at(-1))} as ${withArticle(expected)}${example === undefined || example.length > 80 ? '' : `, such as ${example}`}; never leave it out, and never send it as another type.`,
  }
}
