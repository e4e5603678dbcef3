import { expect, it } from 'vitest'
import { exchange, listing, response } from '../../engine/evidence/evidence.fixture.ts'
import { withClients } from './clients.ts'

/** What is found where the answers to these clients, by user agent or role, show something, and those to the others do not. */
function found(showing: readonly string[], others: readonly string[]): (string | undefined)[] {
  const all = [...showing, ...others].map((client, at) => {
    const sent = exchange(listing, client.startsWith('accept-') ? client : 'control', response(200, {}))
    return { ...sent, id: String(at), request: { ...sent.request, headers: [['User-Agent', client] as const] } }
  })
  const findings = showing.map((_, at) => ({ at: 'body', expected: 'a', actual: 'b', exchange: String(at) }))
  return [...new Set([...withClients(findings, all)].map(({ actual }) => actual))]
}

it.each([
  { showing: ['got', 'got'], others: ['own', 'axios'], words: 'b; where the user agent is "got", and not where it is "own", "axios"' },
  { showing: ['got', 'axios'], others: ['own', 'own'], words: 'b; where the user agent is "got", "axios", and not where it is "own"' },
  {
    showing: ['accept-none'],
    others: ['own', 'own'],
    words: 'b; of the right requests only the one sent without Accept, and in any coding',
  },
  { showing: ['got'], others: ['own', 'own'], words: 'b' },
  { showing: ['own', 'own'], others: ['got'], words: 'b' },
  { showing: ['got', 'got'], others: ['got', 'own'], words: 'b' },
  { showing: ['got', 'axios'], others: ['own', 'dart'], words: 'b' },
  { showing: ['got', 'got'], others: [], words: 'b' },
])('$showing alone, not $others: $words', ({ showing, others, words }) => {
  expect(found(showing, others)).toEqual([words])
})
