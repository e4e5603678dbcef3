import type { Outcome } from '../../../engine/judging/outcome.ts'
import { defined } from '../../../language/defined.ts'
import { type Gated, ownOutcome } from '../gate.ts'
import { variantCheck } from '../gate-checks.ts'
import { type Coping, scoreText, type TrialResult } from './coping.ts'

/** A gate with what came of its trials: an outcome for each variant, and the exchange at which a command went wrong. */
export function withCoping(gated: Gated, coping: Coping): Gated {
  const variants = coping.trials.filter(({ kind }) => kind === 'variant')
  const outcomes = [...gated.run.outcomes, ...variants.map(variantOutcome)]
  const exchanges = [...gated.run.exchanges, ...variants.flatMap(({ exchange }) => exchange ?? [])]
  const complete = gated.run.complete && !coping.isInterrupted
  const noTrials = coping.reason === undefined ? [] : [`No other provider was tried. ${coping.reason}`]
  return { ...gated, run: { ...gated.run, complete, outcomes, exchanges, notes: [...gated.run.notes, ...noTrials, ...trialNotes(coping)] } }
}

function variantOutcome({ name, title, verdict, ending, openPoints, exchange: last }: TrialResult): Outcome {
  const exchange = last?.id
  const open = openPoints.length > 0 ? openPoints.join(' ') : 'The source gives no form to it.'
  const own = ownOutcome(variantCheck(name), `Copes with a provider that ${title}`, 'SHOULD')
  const evidence = exchange === undefined ? [] : [exchange]
  if (verdict === 'not run')
    return { ...own, verdict: 'inconclusive', findings: [], reason: 'It was not run: it was interrupted, or time was up.', evidence }
  if (verdict === 'passed') return { ...own, verdict, findings: [], evidence }
  const finding = { at: 'the command', expected: 'to end well, as at the plain provider', actual: ending ?? 'it fails' }
  return {
    ...own,
    verdict: 'warned',
    findings: [defined({ ...finding, exchange })],
    reason: `It relies on what the source leaves open: ${open}`,
    evidence,
  }
}

/** What the trials of a gate come to, in sentences: of one part of it what is not said of the whole. */
export function trialNotes({
  trials,
  shard,
}: Pick<Coping, 'shard'> & { readonly trials: readonly Pick<TrialResult, 'kind' | 'verdict' | 'alike'>[] }): string[] {
  const left = trials.filter(({ verdict }) => verdict === 'not run').length
  const alike = trials.filter((trial) => trial.kind === 'mutant' && trial.alike !== undefined).length
  const score = scoreText(trials)
  return [
    ...(shard === undefined ? [] : [`This is part ${shard} of all trials; \`assay merge\` joins the parts.`]),
    ...(score ? [`The tests ${score}.`] : []),
    ...(alike > 0 ? [`${alike} faults answer the same bytes as another one, and were not run by themselves.`] : []),
    ...(left > 0 ? [`${left} of ${trials.length} trials were not run: it was interrupted, or time was up.`] : []),
  ]
}
