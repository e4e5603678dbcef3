import type { InputBound, Operation } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { brokenBound } from '../../contracts/schemas/violations.ts'
import { isSignedField } from '../../engine/money/distinction.ts'
import { defined } from '../../language/defined.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { mutant } from '../mutant.ts'

export function inputMutants(operation: Operation): Mutant[] {
  return operation.bounds
    .filter((bound) => isSeen(operation, bound))
    .map((bound) => {
      const { input, keyword, words } = bound
      return mutant(operation, {
        id: `input.${input}.${keyword}`,
        title: `accepts a request whose ${input} ${words}`,
        caughtBy: [`input.${input}.${keyword}`],
        hooks: () => ({ operation: relaxed(operation, bound) }),
      })
    })
}

/** True if a mutant that ignores the bound shows: no signature covers the input, and no other bound refuses the value. */
function isSeen(operation: Operation, bound: InputBound): boolean {
  if (bound.value !== undefined) {
    return requestInputs(relaxed(operation, bound)).every(({ name, schema }) => name !== bound.input || !brokenBound(schema, bound.value))
  }
  return !isSignedField(operation, bound.input)
}

function relaxed(operation: Operation, { input, keyword }: InputBound): Operation {
  const relax = <Input extends Operation['parameters'][number] | NonNullable<Operation['body']>['fields'][number]>(each: Input): Input => {
    if (each.name !== input) return each
    const { [keyword]: _left, ...schema } = each.schema
    return keyword === 'required' ? { ...each, required: false } : { ...each, schema }
  }
  const { body } = operation
  return defined({
    ...operation,
    parameters: operation.parameters.map(relax),
    body: body && { ...body, fields: body.fields.map(relax) },
  })
}
