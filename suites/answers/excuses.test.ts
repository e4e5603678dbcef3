import { describe, expect, it } from 'vitest'
import { evidenceOf, exchange, idleProbe, listing, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { acceptedCheck } from './accepted.ts'

/** The right requests that the check of accepted ones finds fault with. */
function said(...exchanges: readonly Exchange[]): (string | undefined)[] {
  const operation = exchanges[0]?.operation === listing.id ? listing : signed
  return [...acceptedCheck(operation, [idleProbe(operation)], []).judge(evidenceOf(operation, exchanges))].map(({ exchange: id }) => id)
}

describe('a right signed request that is refused at another time than its answer says', () => {
  const at = (role: string, status: number, { sent, told = sent }: { sent: number; told?: number }, operation: typeof listing = signed) => {
    const headers = [['date', new Date(told * 1000).toUTCString()]] as const
    const answer = { ...response(status, status === 200 ? operation.success.example : { error: 'no' }), headers }
    return { ...exchange(operation, role, answer), startedAt: sent * 1000 }
  }

  it('tells nothing where the clock here was set meanwhile', () => {
    const [control, later] = [at('control', 200, { sent: 9000 }), at('later', 401, { sent: 5401, told: 9001 })]
    expect(() => said(control, later)).toThrow(/clock of this machine was set/)
  })

  it.each([5401, 12601])('is a finding where another server, or a cache, tells another time: %i', (told) => {
    const [control, later] = [at('control', 200, { sent: 9000 }), at('later', 401, { sent: 9001, told })]
    expect(said(control, later, at('last', 200, { sent: 9002 }))).toEqual(['probe/later'])
  })

  it('is a finding where it is not signed after all, and nothing depends on its time', () => {
    const [control, later] = [at('control', 200, { sent: 9000 }, listing), at('later', 401, { sent: 5401, told: 9001 }, listing)]
    expect(said(control, later)).toEqual(['probe/later'])
  })

  it('is told among many without a look at all others for each, as a stranger may send such a report', () => {
    let reads = 0
    const many = (role: string, status: number, { ago }: { ago: number }) =>
      Array.from({ length: 500 }, (_, second) => {
        const sent = at(`${role}-${second}`, status, { sent: second + ago, told: second })
        const { startedAt } = sent
        const get = () => {
          reads += 1
          return startedAt
        }
        return Object.defineProperty(sent, 'startedAt', { get })
      })
    expect(() => said(...many('control', 200, { ago: 0 }), ...many('later', 401, { ago: 100 }))).toThrow(/clock of this machine was set/)
    expect(reads).toBeLessThan(50 * 1000)
  })
})

describe('a right withdrawal away from this machine that is refused, beside one that is accepted', () => {
  const sent = (
    role: string,
    status: number,
    { at, amount = '1.5', to = '198.51.100.7' }: { at: number; amount?: string; to?: string },
  ) => {
    const answered = exchange(signed, role, response(status, status === 200 ? signed.success.example : { message: 'no' }), { amount })
    return { ...answered, startedAt: at, request: { ...answered.request, url: `http://${to}/` } }
  }

  it('tells nothing where the same was accepted before', () => {
    expect(() => said(sent('control', 200, { at: 1 }), sent('again', 422, { at: 2 }))).toThrow(/may take each once/)
  })

  it.each([
    ['another was accepted before', [sent('control', 200, { at: 1, amount: '7' }), sent('again', 422, { at: 2 })]],
    ['the same was accepted only later', [sent('again', 422, { at: 1 }), sent('control', 200, { at: 2 })]],
    ['it is refused for its credential', [sent('control', 200, { at: 1 }), sent('again', 401, { at: 2 })]],
    ['it is sent to this machine after all', [sent('control', 200, { at: 1 }), sent('again', 422, { at: 2, to: '127.0.0.1' })]],
  ])('is a finding where %s', (_, exchanges) => expect(said(...exchanges)).toEqual(['probe/again']))
})
