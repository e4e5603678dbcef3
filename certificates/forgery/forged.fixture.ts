import { describe, expect, it } from 'vitest'
import {
  assembled,
  certifiedReference,
  challengeOf,
  type Loose,
  operations,
  type Parts,
  partsOf,
  refusedBy,
  stranger,
  vendor,
  verified,
} from '../certified.fixture.ts'
import type { VerifyOptions } from '../verification/verify.ts'

/** What most tricks need: one operation is verified in a tenth of the time that all of them take. */
export const one = operations.slice(0, 1)
export const challenge = challengeOf('ACME', { operations: one })
/** A certificate that answers another challenge, of a provider at another address. */
export const another = await certifiedReference({ challenge: challengeOf('ACME', { operations: one }), keys: [vendor.privateKey] }, {}, one)
export const asked = { asked: { challenge, keys: [] } }
const askedForAll = { asked: { challenge: challengeOf('ACME'), keys: [] } }

/** What a maker changes before it makes the certificate anew, the line that refuses it, and how it is verified if not as always. */
type Tricks = Readonly<Record<string, [change: (parts: Parts) => void, line: number, options?: () => Partial<VerifyOptions>]>>

/** Tests that each trick is refused by its line, although every digest is right and every signature fits. */
export async function refuses(title: string, tricks: Tricks, claimed: readonly string[] = one): Promise<void> {
  const { asked: of } = claimed === one ? asked : askedForAll
  const keys = [vendor.privateKey, stranger.privateKey]
  const original = partsOf((await certifiedReference({ challenge: of.challenge, keys }, {}, claimed)).text)
  describe(`a certificate whose maker ${title}`, { timeout: 60_000 }, () => {
    it('is right before', async () => {
      expect(refusedBy(await verified(assembled(original), { asked: of }))).toEqual([])
    })
    for (const [name, [change, line, options]] of Object.entries(tricks)) {
      it(`${name}: refused by ${line}`, async () => {
        const parts = structuredClone(original)
        if (parts.challenge) parts.challenge = Buffer.from(parts.challenge)
        change(parts)
        const found = await verified(assembled(parts), { asked: of, ...options?.() })
        expect(refusedBy(found), JSON.stringify(found.lines, null, 1)).toContain(line)
        expect(refusedBy(found).includes(1)).toBe(line === 1)
      })
    }
  })
}

export function configured(statement: Loose, name: string): Loose {
  return statement.predicate.configuration.find((entry: Loose) => entry.name === name)
}

export function drop(statement: Loose, name: string): void {
  statement.predicate.configuration = statement.predicate.configuration.filter((entry: Loose) => entry.name !== name)
}

/** The answer to a right request, made wrong in a field. */

export function breakAnswer(evidence: Loose): void {
  const key = Object.keys(evidence.bodies).find((name) => String(evidence.bodies[name]).includes('"rank"')) ?? ''
  evidence.bodies[key] = evidence.bodies[key].replace(/"rank":\d+/, '"rank":"first"')
}

export function changeBody(evidence: Loose): void {
  const { body } = evidence.attempts.find(({ request }: Loose) => request.body !== undefined).request
  evidence.bodies[body] = `${evidence.bodies[body]} `
}

export function swap(list: Loose[], one: number, other: number): void {
  ;[list[one], list[other]] = [list[other], list[one]]
}

/** Two answers to requests that were under way together, that differ. */

export function swapAnswers({ attempts }: Loose): void {
  const one = attempts.findIndex(({ answer }: Loose) => answer.response.status === 200)
  const other = attempts.findIndex(({ answer }: Loose) => answer.response.status !== 200)
  ;[attempts[one].answer, attempts[other].answer] = [attempts[other].answer, attempts[one].answer]
}

export function splice(evidence: Loose, foreign: Loose): void {
  Object.assign(evidence.bodies, foreign.bodies)
  evidence.attempts.splice(20, 5, ...foreign.attempts.slice(20, 25))
}

export function shifted({ evidence, settings }: Parts, by: number): Pick<Parts, 'evidence' | 'settings'> {
  return {
    evidence: { ...evidence, startedAt: evidence.startedAt + by, finishedAt: evidence.finishedAt + by },
    settings: { ...settings, issuedAt: new Date(Date.parse(settings.issuedAt) + by).toISOString() },
  }
}

/** A certificate of nothing, in which nothing contradicts anything. */
export function emptied({ statement, settings, evidence }: Parts): void {
  Object.assign(statement.predicate, { passedTests: [], warnedTests: [], failedTests: [] })
  settings.target.operations = []
  const left = [...evidence.outcomes]
  Object.assign(evidence, { attempts: [], happenings: [], exchanges: [], outcomes: left, observations: [], registered: [], bodies: {} })
  evidence.finishedAt = evidence.startedAt
}

/** An exchange points to the twin of its request, which was answered at another time. */
export function pointElsewhere({ attempts, exchanges }: Loose): void {
  // What a client says of itself differs from request to request, and so does the order of headers.
  const isOwn = ([name]: [string, string]) => !/^(?:accept.*|user-agent)$/i.test(name)
  const sent = ({ request }: Loose) => JSON.stringify({ ...request, headers: request.headers.filter(isOwn).map(String).sort() })
  const twin = (one: Loose) => attempts.findIndex((other: Loose) => other !== one && sent(other) === sent(one))
  const exchange = exchanges.find(({ attempt }: Loose) => attempt !== undefined && twin(attempts[attempt]) !== -1)
  exchange.attempt = twin(attempts[exchange.attempt])
}
