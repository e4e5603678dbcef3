import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { nearest } from '../../contracts/suggestion.ts'
import { regExpEscaped } from '../../contracts/wildcard.ts'
import type { Check } from '../../engine/judging/check.ts'
import { explanationOf, explanationText } from '../../reports/terminal/explanation.ts'
import { hanging, painted, styleOf, type TerminalStyle } from '../../reports/text/lines.ts'
import { catalogueOf } from '../../suites/index.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'
import { contract, overlayOption } from '../contract.ts'

const examples = `
Examples:
  $ assay explain requestWithdrawal.signature.swaps-amount-token
  $ assay explain 5.4                                              a clause of the source, and what judges it
  $ assay explain 'inquirePayments.pages.*'                        several checks

Exit codes: 0 said · 2 wrong usage, or nothing is called so`

/** `assay explain WHAT`: a check, a requirement, an operation or a clause, for people. */
export function explainCommand(): Command {
  return new Command('explain')
    .description('say what a check, a requirement or a clause of the source asks')
    .argument(
      '<what>',
      'the id of a check, a requirement or an operation, as reports and `assay coverage` show it, or a clause such as 5.4',
    )
    .addOption(overlayOption())
    .addHelpText('after', examples)
    .action(async (what: string) => {
      const { checks } = await catalogueOf(contract)
      process.stdout.write(await explained(what, checks, styleOf(process.stdout)))
    })
}

async function explained(given: string, checks: readonly Check[], style: TerminalStyle): Promise<string> {
  const what = contract.operations.find(({ id }) => id === given)?.clause ?? given
  const named = checks.filter(({ id }) => id === what || (what.endsWith('*') && id.startsWith(what.slice(0, -1))))
  if (named.length > 0) return named.map((check) => explanationText(explanationOf(contract, check), style)).join('\n')
  const requirements = contract.requirements.filter(({ id, clause }) => id === what || clause === what || clause.startsWith(`${what}.`))
  const open = contract.openPoints.filter(({ id, clause }) => id === what || clause === what || clause.startsWith(`${what}.`))
  if (requirements.length + open.length > 0) {
    const texts = [
      ...requirements.map(({ id, level, text, clause, untestable, binds }) => {
        const judging = checks.filter(({ requirement }) => requirement === id).map((check) => check.id)
        const why = untestable ?? (binds === 'consumer' ? 'It binds consumers: `assay gate` judges them.' : 'No check judges it.')
        return entry(`${clause} ${id}`, `${level} ${text}`, judging.length > 0 ? `judged by ${listed(judging)}` : why, style)
      }),
      ...open.map(({ id, clause, text }) =>
        entry(`${clause} ${id}`, `left open: ${text}`, 'It is observed where a target can be asked, and never fails.', style),
      ),
    ]
    return [await sourceOf(what, style), ...texts].filter((text) => text !== '').join('\n')
  }
  const known = [...contract.operations.map(({ id }) => id), ...checks.map(({ id }) => id), ...contract.requirements.map(({ id }) => id)]
  throw new ConfigurationError(
    `There is no check, requirement, operation or clause ${JSON.stringify(what)}.${nearest(what, known)} \`assay coverage\` lists them.`,
  )
}

function entry(title: string, text: string, more: string, style: TerminalStyle): string {
  return `${[painted(style, 'bold', title), ...hanging('  ', text, style), ...hanging('  ', more, style)].join('\n')}\n`
}

const shown = 6

function listed(ids: readonly string[]): string {
  return ids.length > shown ? `${ids.slice(0, shown).join(', ')} and ${ids.length - shown} more` : ids.join(', ')
}

/** What the source says under a number: a section, or a numbered sentence of one. */
async function sourceOf(clause: string, style: TerminalStyle): Promise<string> {
  const source = await readFile(new URL('../../spec/source.md', import.meta.url), 'utf8')
  const sections = source.split(/^(?=#{2,3} )/m)
  const at = (number: string) => sections.findIndex((section) => new RegExp(`^#{2,3} ${regExpEscaped(number)}\\.? `).test(section))
  const section = sections[at(clause)]
  if (section) return `${painted(style, 'dim', section.trim())}\n`
  const [, parent = '', item = ''] = /^(.+)\.(\d+)$/.exec(clause) ?? []
  const from = at(parent)
  const within = from < 0 ? '' : sections.slice(from).find((text) => text.includes(`\n${item}. `))
  const sentence = within?.split('\n').find((line) => line.startsWith(`${item}. `))
  return sentence
    ? `${hanging('', sentence, style)
        .map((line) => painted(style, 'dim', line))
        .join('\n')}\n`
    : ''
}
