import type { AskedFor } from '../../contracts/asked-for.ts'
import type { Operation } from '../../contracts/contract.ts'
import { schemaAt } from '../../contracts/fields.ts'
import { allowsTexts } from '../../contracts/schemas/schema-parts.ts'
import { ordinaryInputs } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'
import { edited } from '../../provider/edits.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import { mutantMaker } from '../mutant.ts'
import { isAsAskedFor, isComparable } from './checks.ts'
import { otherValues } from './other-values.ts'

type Settings = Pick<Target, 'settings'>

export function askedForMutants(operation: Operation, settings: Settings['settings']): Mutant[] {
  const right = (asked: AskedFor, target: Settings) => ordinaryInputs(operation, target as Target)[asked.input]
  const another = (asked: AskedFor, target: Settings) => otherValues(operation, asked, 'end', target)[0]
  return (operation.askedFor ?? [])
    .filter((asked) => another(asked, { settings }) !== undefined)
    .flatMap((asked) => {
      const make = (id: string, title: string, choose: (answered: unknown, target: Settings) => unknown) =>
        mutantMaker(operation)(`asked-for.${asked.input}.${id}`, title, `asked-for.${asked.input}`, (target) => ({
          answer: (answer) => edited(answer, pointerSteps(asked.answered), (answered) => sameKind(answered, choose(answered, target))),
        }))
      const { input } = asked
      const isNear = (one: unknown, other: unknown) => String(one).slice(0, -1) === String(other).slice(0, -1)
      return [
        make('always-another', `answers another ${input} than the one asked for`, (_answered, target) => another(asked, target)),
        ...(operation.movesMoney
          ? []
          : [
              make('always-its-own', `answers one record, whatever ${input} is asked for`, (_answered, target) => right(asked, target)),
              make('the-nearest', `answers its own record for a ${input} that differs at its end`, (answered, target) =>
                isNear(answered, right(asked, target)) ? right(asked, target) : answered,
              ),
            ]),
      ]
    })
}

/** The checks that see a value spoiled which is answered as it was asked for, beside the check of its field. */
export function seenByAskedFor(
  operation: Operation,
  settings: Settings['settings'],
  at: readonly string[],
  spoil: (value: unknown) => unknown,
): string[] {
  const { askedFor = [], success } = operation
  return askedFor.flatMap(({ input, answered }) => {
    if (pointerSteps(answered).join() !== at.join()) return []
    const wanted = ordinaryInputs(operation, { settings } as Target)[input]
    const spoiled = spoil(allowsTexts(schemaAt(success.schema, answered) ?? {}) ? String(wanted) : wanted)
    return isComparable(spoiled) && !isAsAskedFor(spoiled, wanted) ? [`asked-for.${input}`] : []
  })
}

function sameKind(answered: unknown, value: unknown): unknown {
  return typeof answered === 'number' ? Number(value) : String(value)
}
