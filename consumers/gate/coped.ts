import type { Exchange } from '../../engine/exchange.ts'
import type { Outcome } from '../../engine/outcome.ts'
import { type Coping, scoreOf, type TrialResult } from './coping.ts'
import type { Gated } from './gate.ts'

/** A gate with what came of its trials: an outcome for each variant, and the exchange at which a command went wrong. */
export function withCoping(gated: Gated, coping: Coping): Gated {
  const variants = coping.trials.filter(({ kind }) => kind === 'variant')
  const outcomes = [...gated.run.outcomes, ...variants.map(variantOutcome)]
  const exchanges = [...gated.run.exchanges, ...variants.flatMap((trial) => trialExchange(trial) ?? [])]
  return { ...gated, run: { ...gated.run, outcomes, exchanges, notes: [...gated.run.notes, ...notesOf(coping)] } }
}

/** The id of the exchange of a trial, as reports have it. */
export function trialExchangeId({ name, exchange }: TrialResult): string | undefined {
  return exchange && `${name}/${exchange.id}`
}

function trialExchange(trial: TrialResult): Exchange | undefined {
  const id = trialExchangeId(trial)
  return trial.exchange && id !== undefined ? { ...trial.exchange, id, probe: trial.name } : undefined
}

function variantOutcome(trial: TrialResult): Outcome {
  const { name, title, verdict, ending, openPoints } = trial
  const id = `gate.variant.${name}`
  const exchange = trialExchangeId(trial)
  const open = openPoints.length > 0 ? openPoints.join(' ') : 'The source gives no form to it.'
  const own = {
    check: id,
    requirement: id,
    level: 'SHOULD',
    clause: '0',
    operation: '',
    title: `Copes with a provider that ${title}`,
  } as const
  const evidence = exchange === undefined ? [] : [exchange]
  if (verdict === 'not run') return { ...own, verdict: 'inconclusive', findings: [], reason: 'It was not run: time was up.', evidence }
  if (verdict === 'passed') return { ...own, verdict, findings: [], evidence }
  const finding = { at: 'the command', expected: 'it ends well, as at the plain provider', actual: ending ?? 'it fails' }
  return {
    ...own,
    verdict: 'warned',
    findings: [{ ...finding, ...(exchange !== undefined && { exchange }) }],
    reason: `It relies on what the source leaves open: ${open}`,
    evidence,
  }
}

function notesOf({ reason, trials, shard }: Coping): string[] {
  const left = trials.filter(({ verdict }) => verdict === 'not run').length
  const score = scoreOf(trials)
  return [
    ...(reason === undefined ? [] : [`No other provider was tried. ${reason}`]),
    ...(shard === undefined ? [] : [`This is part ${shard} of all trials; \`assay merge\` joins the parts.`]),
    ...(score ? [`The tests notice ${percent(score.share)} of the faults that they meet: ${score.noticed} of ${score.met}.`] : []),
    ...(left > 0 ? [`${left} of ${trials.length} trials were not run: time was up.`] : []),
  ]
}

/** A share in whole per cent, rounded down: 100 % is all of it. */
function percent(share: number): string {
  return `${Math.floor(share * 100)} %`
}
