import { contract } from '../contracts/generated/contract.ts'
import type { OperationId } from '../contracts/generated/ids.ts'
import { settingValue } from '../contracts/needed-settings.ts'
import type { Evidence } from '../engine/evidence/evidence.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Probe } from '../engine/probes/probe.ts'
import { attempted } from '../language/attempted.ts'
import { payments } from '../provider/records/payments.ts'
import { defaultSettings } from '../provider/reference-settings.ts'
import { catalogueOf } from '../suites/index.ts'
import { readingRole } from '../suites/pages/page-roles.ts'
import { measured } from './time.ts'

const operationId: OperationId = 'inquirePayments'

/** How many milliseconds it takes to judge a list of `pages` pages of `size` payments from the bytes of their answers, and to parse these. */
export async function measurePages(pages: number, size: number) {
  const { checks } = await catalogueOf(contract)
  const judging = checks.filter(({ id, probe }) => probe.id === `${operationId}.pages` && id.startsWith(operationId))
  const probe = judging[0]?.probe as Probe
  const texts = pageTexts(pages, size)
  const judge = (evidence: Evidence) => judging.map((check) => attempted(() => [...check.judge(evidence)]))
  const times = measured(texts, () => evidenceOf(probe, texts, size), judge)
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6
  return { pages, megabytes, checks: judging.length, ...times }
}

function pageTexts(pages: number, size: number): string[] {
  const terminal = settingValue(defaultSettings, 'terminalId')
  const all = payments(terminal, { payments: pages * size, order: 'oldest-first' }, 0).slice(0, pages * size)
  return Array.from({ length: pages }, (_, index) =>
    JSON.stringify({
      transactions: { data: all.slice(index * size, (index + 1) * size), total: all.length, page: index + 1, perPage: size },
    }),
  )
}

/** Exchanges made anew for each measurement: what is worked out once for an exchange (its JSON, its classification) is measured each time. */
function evidenceOf(probe: Probe, texts: readonly string[], size: number): Evidence {
  const { operation } = probe
  const { status, mediaType = '' } = operation.success
  const exchanges = texts.map((text, index): [string, Exchange] => {
    const role = index === 0 ? 'first' : readingRole({ pass: 'sweep', moment: 2 }, index + 1, size)
    const body = Buffer.from(JSON.stringify({ terminalId: defaultSettings['terminalId'], page: index + 1, perPage: size }))
    const request = { method: operation.method, url: 'http://127.0.0.1/', headers: [], body }
    const response = { status, headers: [['content-type', mediaType] as const], body: Buffer.from(text), truncated: false }
    const timing = { startedAt: 0, durationMs: 0, repeats: 0 }
    return [role, { id: `${probe.id}/${role}`, probe: probe.id, role, operation: operation.id, request, response, ...timing }]
  })
  return { probe, operation, exchanges: new Map(exchanges), leftOut: new Map() }
}
