import { contract } from '../contracts/generated/contract.ts'
import type { OperationId } from '../contracts/generated/ids.ts'
import { jsonOf } from '../engine/evidence/body.ts'
import type { Evidence } from '../engine/evidence/evidence.ts'
import type { Exchange, ReceivedResponse } from '../engine/exchange.ts'
import type { Check } from '../engine/judging/check.ts'
import type { Finding } from '../engine/judging/outcome.ts'
import { coins } from '../provider/records/coins.ts'
import { catalogueOf } from '../suites/index.ts'
import { measured } from './time.ts'

/** How long it took to judge one list of coins, and how long to parse the same text. Milliseconds. */
export interface JudgingTimes {
  readonly records: number
  readonly megabytes: number
  readonly parse: number
  readonly judge: number
  readonly findings: number
  /** Characters of all findings as JSON. */
  readonly findingsSize: number
}

const operationId: OperationId = 'getCoinInformation'

/** Judges a list of coins by every check that reads answers; `wrong` spoils every value of every record. */
export async function measureJudging(records: number, wrong = false): Promise<JudgingTimes> {
  const { checks } = await catalogueOf(contract)
  const judging = checks.filter(({ probe, roles }) => probe.operation.id === operationId && roles.length === 0)
  const data = coins({ coins: records })
  const text = JSON.stringify({ status: 'success', message: '', data: wrong ? data.map(spoiled) : data })
  let findings: Finding[] = []
  const judge = (evidence: Evidence) => {
    findings = judging.flatMap((check) => [...check.judge(evidence)])
  }
  const times = measured([text], () => evidenceOf(judging, text), judge)
  const findingsSize = JSON.stringify(findings).length
  return { records, megabytes: text.length / 1e6, ...times, findings: findings.length, findingsSize }
}

/** The body is parsed here, so that judging does not count it. */
function evidenceOf([check]: readonly Check[], text: string): Evidence {
  if (!check) throw new Error(`No check judges the answers of ${operationId}.`)
  const { probe } = check
  const { operation } = probe
  const { status, mediaType = '' } = operation.success
  const response: ReceivedResponse = { status, headers: [['content-type', mediaType]], body: Buffer.from(text), truncated: false }
  jsonOf(response)
  const exchange: Exchange = {
    id: `${probe.id}/control`,
    probe: probe.id,
    role: 'control',
    operation: operation.id,
    request: { method: operation.method, url: 'http://127.0.0.1/', headers: [] },
    response,
    startedAt: 0,
    durationMs: 0,
    repeats: 0,
  }
  return { probe, operation, exchanges: new Map([['control', exchange]]), leftOut: new Map() }
}

function spoiled(value: unknown): unknown {
  if (Array.isArray(value)) return [1, ...value.map(spoiled)]
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, spoiled(v)]))
  return typeof value === 'string' ? 1 : `${value}`
}
