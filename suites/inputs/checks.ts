import type { Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/judging/check.ts'
import { judgeRefused } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { roleOf } from './probe.ts'

/** One check for each thing that the document demands of an input: a request that departs from it is refused. */
export function inputChecks(operation: Operation, probe: Probe): Check[] {
  return operation.bounds.map((bound) => {
    const id = `${operation.id}.input.${roleOf(bound)}`
    const words = `a request whose ${bound.input} ${bound.words}`
    return {
      id,
      requirement: id,
      title: `Refuses ${words}`,
      sent: { as: 'wrong', words },
      probe,
      roles: [roleOf(bound)],
      judge: (evidence) => judgeRefused(evidence, roleOf(bound), words),
    }
  })
}
