import { requestFields } from '../../contracts/fields.ts'
import type { OpenPointId, SettingName } from '../../contracts/generated/ids.ts'
import { preamble } from '../../contracts/preamble.ts'
import type { Json, Observed } from '../../engine/judging/outcome.ts'
import { defined } from '../../language/defined.ts'
import { shortened } from '../../text/excerpt.ts'
import { valuesUnder } from '../client-request.ts'
import { pathOf } from './address.ts'
import { credentialForms } from './checks/credential-forms.ts'
import type { Briefing } from './consumer-check.ts'
import { type Sent, sentFields } from './sent-request.ts'

const merchantCode: OpenPointId = 'requestWithdrawal.merchant-code.transport'
const merchant: SettingName = 'merchantCode'
const otherPaths: OpenPointId = 'operations.details'
const refused: OpenPointId = 'errors.status'
const mostNamed = 20

/** Observes what a consumer does at open points: paths and inputs that the source does not show, user agents, where the merchant code stands. */
export function createObserving({ contract, settings }: Briefing) {
  const [paths, unlisted, agents, codes, refusals] = [tally(), tally(), tally(), tally(), tally()]
  const code = settings[merchant]
  const forms = code ? credentialForms(merchant, code) : undefined
  const observation = (id: string, about: OpenPointId | undefined, title: string, counts: Record<string, Json>): Observed[] => {
    if (Object.keys(counts).length === 0) return []
    const clause = about === undefined ? preamble : (contract.openPoints.find((point) => point.id === about)?.clause ?? '')
    return [defined({ id: `consumer.${id}`, about, clause, title, value: counts })]
  }
  return {
    see: (sent: Sent) => {
      const { request } = sent.exchange
      if (sent.address.kind === 'other') paths.add(`${request.method} ${shortened(pathOf(request.url))}`)
      for (const name of unlistedIn(sent)) unlisted.add(name)
      const status = sent.exchange.response?.status ?? 0
      if (sent.operation && status >= 300) refusals.add(`${sent.operation.id} ${status}`)
      agents.add(shortened(valuesUnder(sent, 'user-agent')[0] ?? 'none'))
      if (forms && sent.operation && forms.isIn(sent.text())) codes.add(sent.operation.id)
    },
    observed: () => [
      ...observation('other-paths', otherPaths, 'Paths that the source does not show', paths.counts()),
      ...observation('unlisted-inputs', undefined, 'Inputs that the source does not list', unlisted.counts()),
      ...observation('merchant-code', merchantCode, 'Operations that carry the merchant code', codes.counts()),
      ...observation('refusals', refused, 'What was refused, and with which status', refusals.counts()),
      ...observation('user-agents', undefined, 'User agents', agents.counts()),
    ],
  }
}

function unlistedIn(sent: Sent): string[] {
  const { operation } = sent
  if (!operation) return []
  const fields = new Set(requestFields(operation).map(({ name }) => name))
  const parameters = new Set(operation.parameters.map(({ name }) => name))
  return [
    ...sent.query.flatMap(([name]) => (parameters.has(name) ? [] : [`${operation.id} query ${shortened(name)}`])),
    ...Object.keys(sentFields(sent) ?? {}).flatMap((name) => (fields.has(name) ? [] : [`${operation.id} body ${shortened(name)}`])),
  ]
}

function tally(): { add(name: string): void; counts(): Record<string, number> } {
  const counts = new Map<string, number>()
  return {
    add: (name) => {
      if (counts.has(name) || counts.size < mostNamed) counts.set(name, (counts.get(name) ?? 0) + 1)
    },
    counts: () => Object.fromEntries(counts),
  }
}
