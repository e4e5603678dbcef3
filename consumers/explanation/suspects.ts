import type { Construction } from '../../contracts/construction.ts'
import type { Mistake } from '../../contracts/mistakes/mistake.ts'
import { catalogue } from '../../contracts/mistakes/mistakes.ts'
import {
  type Change,
  messageBy,
  rightProcedure,
  type SigningProcedure,
  type SigningStage,
  signBy,
} from '../../contracts/mistakes/signing-procedure.ts'
import type { Explanation, Input, Signed } from './given-signature.ts'

/** A possible explanation of signatures: its words, and whether it gives a signature. */
export interface Suspect {
  readonly explanation: Explanation
  readonly makes: (signed: Signed) => boolean
}

/** A mistake of the catalogue in one of the forms that languages give it. */
export interface Slip {
  readonly mistake: Mistake
  readonly change: Change
}

export function slips(construction: Construction, fields: readonly string[]): Slip[] {
  return catalogue(construction, fields).flatMap((mistake) => mistake.changes.map((change) => ({ mistake, change })))
}

export function singles(construction: Construction, all: readonly Slip[]): Suspect[] {
  return all.map(({ mistake, change }) => suspect(construction, { mistake: mistake.id, title: mistake.title }, change))
}

/** What is digested with a change of the right way: one message, or one for each body that a signer may have written. */
export function digestedMessages(construction: Construction, change: Change | undefined, input: Input): Buffer[] {
  const right = rightProcedure(construction)
  return messagesIn(change ? change(right) : right, input)
}

export function messagesIn(procedure: SigningProcedure, { bodies = [], ...input }: Input): Buffer[] {
  const message = messageBy(procedure, input)
  return message ? [message] : bodies.flatMap((body) => messageBy(procedure, { ...input, body }) ?? [])
}

export function isOfMessage(slip: Slip): boolean {
  return isBefore(slip, 'key')
}

export function isBefore({ mistake }: Slip, stage: SigningStage): boolean {
  return stages.indexOf(mistake.stage) < stages.indexOf(stage)
}

export function suspect(construction: Construction, explanation: Explanation, change: Change): Suspect {
  return { explanation, makes: ({ input, answer }) => made(construction, change, input).includes(answer.signature) }
}

/** The signatures that a change gives: one, or one for each body that a signer may have written. */
export function made(construction: Construction, change: Change, { bodies = [], ...input }: Input): string[] {
  const procedure = change(rightProcedure(construction))
  const signature = signBy(procedure, input)
  if (signature !== undefined) return [signature]
  return bodies.flatMap((body) => signBy(procedure, { ...input, body }) ?? [])
}

const stages: readonly SigningStage[] = ['parts', 'value', 'text', 'bytes', 'key', 'digest', 'encode']
