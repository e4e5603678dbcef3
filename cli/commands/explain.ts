import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import type { Contract } from '../../contracts/contract.ts'
import { preamble } from '../../contracts/preamble.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { regExpEscaped } from '../../contracts/wildcard.ts'
import type { Catalogue } from '../../engine/judging/check.ts'
import { UsageError } from '../../language/usage-error.ts'
import { explanationOf, explanationText } from '../../reports/terminal/explanation.ts'
import { coloured, hanging, styleOf, type TerminalStyle } from '../../reports/text/lines.ts'
import { type Covered, type CoveredOpenPoint, type CoveredRequirement, coverage } from '../../suites/coverage.ts'
import { catalogueOf } from '../../suites/index.ts'
import { someOf } from '../../text/counted.ts'
import { contract, overlayOption } from '../options/contract.ts'

const examples = `
Examples:
  $ assay explain requestWithdrawal.signature.swaps-amount-token
  $ assay explain 5.4                                              a clause of the source, and what judges it
  $ assay explain 'inquirePayments.pages.*'                        several checks

Exit codes: 0 said · 2 wrong usage, or nothing is called so`

const shown = 6

export function explainCommand(): Command {
  return new Command('explain')
    .argument(
      '<what>',
      'the id of a check, a requirement or an operation, as reports and `assay coverage` show it, or a clause such as 5.4',
    )
    .addOption(overlayOption())
    .addHelpText('after', examples)
    .action(async (what: string) => {
      process.stdout.write(await explained(what, await catalogueOf(contract), styleOf(process.stdout)))
    })
}

async function explained(given: string, catalogue: Catalogue, style: TerminalStyle): Promise<string> {
  const { checks } = catalogue
  const what = contract.operations.find(({ id }) => id === given)?.clause ?? given
  const named = checks.filter(({ id }) => id === what || (what.endsWith('*') && id.startsWith(what.slice(0, -1))))
  if (named.length > 0) return named.map((check) => explanationText(explanationOf(contract, check), style)).join('\n')
  const entries = coverage(contract, catalogue)
  const asked = entries.filter((entry) => {
    const { id, clause } = statementOf(entry)
    return id === what || clause === what || clause.startsWith(`${what}.`)
  })
  if (asked.length > 0)
    return [await sourceOf(what, style), ...asked.map((entry) => entryText(entry, style))].filter((text) => text !== '').join('\n')
  const judged = checks.filter(({ probe }) => what.startsWith(`${probe.id}/`)).map(({ id }) => id)
  if (judged.length > 0)
    throw new UsageError(`${JSON.stringify(what)} is an exchange of a report. Explain a check of it: ${someOf(judged, shown)}.`)
  const known = [...contract.operations, ...checks, ...entries.map(statementOf)].map(({ id }) => id)
  throw new UsageError(
    `There is no check, requirement, operation or clause ${JSON.stringify(what)}.${didYouMean(what, known)} \`assay coverage\` lists them.`,
  )
}

function statementOf(entry: Covered): Contract['requirements'][number] | Contract['openPoints'][number] {
  return entry.kind === 'requirement' ? entry.requirement : entry.openPoint
}

function entryText(entry: Covered, style: TerminalStyle): string {
  const { id, clause, text } = statementOf(entry)
  const [kind, more] = entry.kind === 'requirement' ? [entry.requirement.level, judging(entry)] : ['left open:', observing(entry)]
  return `${[coloured(style, 'bold', `${clause} ${id}`), ...hanging('  ', `${kind} ${text}`, style), ...hanging('  ', more, style)].join('\n')}\n`
}

function judging({ requirement: { untestable, binds }, checks }: CoveredRequirement): string {
  if (checks.length > 0) return `judged by ${someOf(checks, shown)}`
  return untestable ?? (binds === 'consumer' ? 'It binds consumers: `assay gate` judges them.' : 'No check judges it.')
}

function observing({ openPoint: { unobservable }, observations }: CoveredOpenPoint): string {
  if (observations.length === 0) return unobservable ?? 'Nothing observes it yet.'
  return `observed by ${someOf(observations, shown)}; never fails`
}

/** What the source says under a number: a section, or a numbered sentence of one. */
async function sourceOf(clause: string, style: TerminalStyle): Promise<string> {
  const source = await readFile(new URL('../../spec/source.md', import.meta.url), 'utf8')
  const sections = source.split(/^(?=#{2,3} )/m)
  const at = (number: string) => sections.findIndex((section) => new RegExp(`^#{2,3} ${regExpEscaped(number)}\\.? `).test(section))
  const section = clause === preamble ? sections[0] : sections[at(clause)]
  if (section) return `${coloured(style, 'dim', section.trim())}\n`
  const [, parent = '', item = ''] = /^(.+)\.(\d+)$/.exec(clause) ?? []
  const from = at(parent)
  const within = from < 0 ? '' : sections.slice(from).find((text) => text.includes(`\n${item}. `))
  const sentence = within?.split('\n').find((line) => line.startsWith(`${item}. `))
  return sentence ? `${hanging('', sentence, style, 'dim').join('\n')}\n` : ''
}
