import type { Operation } from '../../contracts/contract.ts'
import { isAnswered } from '../../engine/evidence/classification.ts'
import { describe, type Evidence, exchangeOf, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { isRefusedBySilence } from '../../engine/judging/refusal-judge.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { controlRoles } from '../../engine/probes/roles.ts'
import { malformations } from './probe.ts'

/** One check for each malformed request: it is answered, with no 5xx and no stack trace. Some are sent by the probe of behaviours. */
export function robustnessChecks(operation: Operation, probe: Probe, behaviour: Probe, access: Probe): Check[] {
  return malformations(operation).map(({ id, role, title, isObserved }) => ({
    id: `${operation.id}.robustness.${id}`,
    requirement: `${operation.id}.robustness`,
    title: `Bears a request sent ${title}`,
    sent: { as: 'malformed', words: title },
    probe: isObserved ? behaviour : probe,
    beside: [access],
    roles: [role],
    judge: (evidence, beside = []) => judgeBearing(evidence, role, beside),
  }))
}

const traces = [
  /\bat [^\n(]{1,200}\([^\n)]{1,200}:\d+:\d+\)/,
  /Traceback \(most recent call last\)/,
  /\bat [\w.$]{3,200}\([\w$]{1,100}\.(java|kt|scala):\d+\)/,
  /File "[^"\n]{1,300}", line \d+/,
  /#\d+ [^\n]{1,300}\.php\(\d+\)/,
  /goroutine \d+ \[/,
  /\.cs:line \d+/,
  /[\w-]{1,60}\.rb:\d+:in [`']/,
]

/** What is refused as every wrong request is, by a broken connection or by "later", got as far as the credential and no further. */
function* judgeBearing(evidence: Evidence, role: string, beside: readonly Evidence[]): Generator<Finding> {
  const control = exchangeOf(evidence, controlRoles.before)
  const isTold = isAnswered(control)
  if (!isTold && !beside.some((other) => isRefusedBySilence(other, control)))
    throw new Inconclusive(`The target does not answer a right request either: ${describe(evidence.operation, control, 'unanswered')}.`)
  const { id, response, failure } = exchangeOf(evidence, role)
  if (!isTold && response?.status === control.response?.status) return
  if (failure) {
    if (failure.kind !== 'time-out' && failure.kind !== 'reset') throw new Inconclusive(`There is no answer to judge: ${failure.message}.`)
    yield { at: 'status', expected: 'an answer', actual: failure.message, exchange: id }
  }
  if (!response) return
  if (response.status >= 500 && response.status !== 501)
    yield { at: 'status', expected: 'no server error', actual: String(response.status), exchange: id }
  // As it would be read, where it is a text of JSON.
  const text = response.body.toString('utf8', 0, 65_536).replaceAll('\\n', '\n').replaceAll('\\"', '"')
  const trace = traces.map((pattern) => pattern.exec(text)?.[0]).find((found) => found !== undefined)
  if (trace !== undefined) yield { at: 'body', expected: 'no stack trace', actual: trace, exchange: id }
}
