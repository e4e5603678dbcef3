import { isDeepStrictEqual } from 'node:util'
import type { Operation, Unique } from '../../../contracts/contract.ts'
import { pointerSteps, valueAtPointer } from '../../../spec/json/pointer.ts'
import type { PactFinding } from '../finding.ts'
import type { ConsumerResponse } from '../reading/interaction.ts'
import { gravity } from '../reading/pact-rules.ts'

/**
 * Records of an expected list that share what no two may share. If they have to be exactly so, no provider can answer this way; under
 * matching rules it is only an unlikely example, and records that are equal are copies that a library made.
 */
export function sharedFindings({ unique }: Operation, response: ConsumerResponse): PactFinding[] {
  return unique.filter(({ scope }) => scope === 'within').flatMap((each) => sharedIn(each, response))
}

function sharedIn({ at, by = '' }: Unique, response: ConsumerResponse): PactFinding[] {
  const list = valueAtPointer(response.body.value, at)
  if (!Array.isArray(list)) return []
  const seen = new Map<string | undefined, number>()
  return list.flatMap((record, index) => {
    const key = JSON.stringify(valueAtPointer(record, by))
    const before = key === undefined ? undefined : seen.get(key)
    if (before === undefined) seen.set(key, index)
    const level = before === undefined ? undefined : gravity(response, [...pointerSteps(at), String(index), ...pointerSteps(by)])
    if (level === undefined || (level === 'SHOULD' && isDeepStrictEqual(list[Number(before)], record))) return []
    return [{ level, at: `response body ${at}/${index}${by}`, expected: `another than that of ${at}/${before}`, actual: 'the same' }]
  })
}
