import { isField, type SignedPart } from '../../contracts/construction.ts'
import type { Contract, Operation, RequestField } from '../../contracts/contract.ts'
import { isAmount, requestFields } from '../../contracts/fields.ts'
import { signedParts } from '../../contracts/operation-kinds.ts'
import { type Plan, spendingLimit } from '../plan.ts'
import { isLocal, type Target } from '../target.ts'

/** The most that a run may cost: a number of withdrawals, each of an amount at most. */
export interface Exposure {
  readonly most: number
  readonly amount: string
  readonly token: string
  readonly wallet: string
  /** What else is configured of a withdrawal, by the names of its fields. */
  readonly others: Readonly<Record<string, string>>
}

/** The exposure of a run to the operation that moves money away from this machine; undefined if nothing leaves it. */
export function exposureOf(contract: Contract, target: Target, planned: Plan, most?: number): Exposure | undefined {
  const limit = spendingLimit(contract, target, planned, most)
  const probed = planned.probes.map(({ probe }) => probe.operation)
  const operation = probed.find((each) => each.movesMoney && (most !== undefined || !isLocal(target, each)))
  if (!limit || !operation) return undefined
  const fields = requestFields(operation).filter(({ value }) => 'setting' in value)
  const said = (wanted: (field: RequestField) => boolean) => settingOf(target, fields.find(wanted))
  const [isToken, isWallet] = [isOfKind(operation, 'symbol'), isOfKind(operation, 'address')]
  const others = fields.filter((field) => !isAmount(operation, field) && !isToken(field) && !isWallet(field))
  return {
    most: limit.most,
    amount: said((field) => isAmount(operation, field)),
    token: said(isToken),
    wallet: said(isWallet),
    others: Object.fromEntries(others.map((field) => [field.name, settingOf(target, field)])),
  }
}

/** Whether a field of a body is signed as a part of a kind. */
export function isOfKind(operation: Operation, kind: SignedPart['kind']): (field: RequestField) => boolean {
  const parts = signedParts(operation)
  return ({ name }) => parts.some((part) => part.kind === kind && isField(part, name))
}

function settingOf({ settings }: Target, field: RequestField | undefined): string {
  return field && 'setting' in field.value ? (settings[field.value.setting] ?? '') : ''
}
