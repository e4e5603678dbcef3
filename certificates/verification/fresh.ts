import type { KeyObject } from 'node:crypto'
import { dayOf } from '../../text/day.ts'
import type { Certificate } from '../certificate.ts'
import { isAskedBy, type ReadChallenge, seedOf } from '../challenge.ts'
import { type Line, line } from './verification-lines.ts'

/** What a certificate should answer: a challenge that was kept, or any that was signed with one of these keys. */
export interface ExpectedChallenge {
  readonly challenge?: ReadChallenge
  readonly keys: readonly KeyObject[]
}

/** Line 5: it answers the challenge, for what the challenge asked of, and was made within its time. */
export function fresh({ challenge, settings, evidence }: Certificate, asked: ExpectedChallenge): Line {
  const isAsked = asked.challenge !== undefined || asked.keys.length > 0
  if (!challenge) return line(5, isAsked ? false : undefined, 'It answers no challenge: its maker chose when to run, and with which seed.')
  const problem = otherThan(challenge, asked) ?? outside(challenge, { settings, evidence })
  if (problem !== undefined) return line(5, false, problem)
  const own = `the challenge of ${JSON.stringify(challenge.asker.slice(0, 80))} of ${dayOf(challenge.issuedAt)}`
  if (!isAsked) return line(5, undefined, `It says to answer ${own}: give that file to see whether it does (--challenge).`)
  return line(5, true, `It answers ${own}, and was made within its time, by its own clock.`)
}

function otherThan(challenge: ReadChallenge, asked: ExpectedChallenge): string | undefined {
  if (asked.challenge && !asked.challenge.content.equals(challenge.content)) return 'It answers another challenge than yours.'
  const isSigned = asked.keys.length === 0 || asked.keys.some((key) => isAskedBy(challenge, key))
  return isSigned ? undefined : 'Its challenge was not signed with the key that you named.'
}

function outside(challenge: ReadChallenge, { settings, evidence }: Pick<Certificate, 'settings' | 'evidence'>): string | undefined {
  if (settings.seed !== seedOf(challenge)) return 'Its run did not take its seed from the challenge.'
  const missing = challenge.operations.filter((operation) => !settings.target.operations.includes(operation))
  if (missing.length > 0) return `The challenge asks for ${missing.join(' and ')} too, which it does not claim.`
  if (evidence.tape.startedAt < challenge.issuedAt) return 'Its run began before the challenge was made.'
  return evidence.finishedAt > challenge.validUntil
    ? `Its run ended after the challenge was over (${dayOf(challenge.validUntil)}).`
    : undefined
}
