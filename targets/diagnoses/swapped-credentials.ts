import { hasScheme } from '../../contracts/operation-kinds.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { acceptedOther } from '../../engine/wrong-values/other-credentials.ts'
import type { Control, Examined } from '../examined.ts'
import { settingVariable } from './setting-variables.ts'

/** Explains refusals by credentials that stand in each other's place, and says which refusals that explains. */
export function swapDiagnoses(examined: Examined, refused: readonly Control[]): { diagnoses: Diagnosis[]; explained: Set<Control> } {
  const misled = refused.flatMap((control) => misledBy(examined, control))
  const named = (setting: string) => settingVariable(examined.contract, examined.target, setting)
  const diagnoses = misled.flatMap((one, index): Diagnosis[] => {
    const partner = misled.find(({ own, taken }) => own === one.taken && taken === one.own)
    if (partner && misled.indexOf(partner) < index) return []
    const { id: about } = one.control.operation
    const [own, taken] = [named(one.own), named(one.taken)]
    const found = `${about} refuses what ${own} holds with ${one.control.exchange.response.status}, and accepts what ${taken} holds`
    const [problem, remedy] = partner
      ? [
          `${own} and ${taken} are swapped, or the target swaps them: ${found}; ${partner.control.operation.id} does the reverse.`,
          `Swap ${own} and ${taken}.`,
        ]
      : [
          `${found}: ${own} may be wrong, or the target looks at the wrong credential.`,
          `Check ${own}, and whether the two values are swapped.`,
        ]
    return [{ id: 'refused', about, operations: [about, ...(partner ? [partner.control.operation.id] : [])], problem, remedy }]
  })
  return { diagnoses, explained: new Set(misled.map(({ control }) => control)) }
}

/** An operation whose own credential is refused, and the setting that it takes instead. */
function misledBy({ contract, exchanges }: Examined, control: Control) {
  const { operation } = control
  if (!hasScheme(operation)) return []
  const taken = acceptedOther(contract, operation, exchanges)
  return taken ? [{ control, own: operation.authentication.setting, taken: taken.setting }] : []
}
