import type { Field, Operation } from '../../contracts/contract.ts'
import { fieldName, isRequired, ownName } from '../../contracts/fields.ts'
import { notBlank } from '../../contracts/formats/formats.ts'
import { edited } from '../../provider/edits.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { seenByAskedFor } from '../asked-for/mutants.ts'
import { onAnswer } from '../hooks.ts'
import { mutant } from '../mutant.ts'
import { faultsOf, type ValueMutation, valueFaults } from './value-faults.ts'

type Settings = Readonly<Record<string, string>>

/** Every field of the response with every fault, and the elements of its lists with every fault of theirs. */
export function fieldMutants(operation: Operation, settings: Settings): Mutant[] {
  const { schema, fields } = operation.success
  return fields
    .filter(({ path }) => path.length > 0)
    .flatMap((field) => [
      ...[...faultsOf(field.schema, isRequired(schema, field.path)), ...denials(field)].map((fault) =>
        spoiled(operation, settings, field, fault),
      ),
      ...(field.schema.items
        ? valueFaults(field.schema.items).map((fault) => spoiled(operation, settings, { ...field, path: [...field.path, '*'] }, fault))
        : []),
    ])
}

function denials({ schema }: Field): ValueMutation[] {
  return schema.format === notBlank.name
    ? [{ id: 'denied-by', title: 'saying that the request failed', spoil: () => 'The request failed.' }]
    : []
}

/** Spoils one value everywhere; what identifies a record or an answer is spoiled in one place only, so that it does not repeat. */
function spoiled(operation: Operation, settings: Settings, { requirement, path: at }: Field, fault: ValueMutation): Mutant {
  const identity = identityOf(operation, at)
  return mutant(operation, {
    id: `${fault.id}.${fieldName(at)}`,
    title: `${fieldName(at)} ${fault.title}${identity === 'none' ? '' : ', once'}`,
    caughtBy: [ownName(operation, requirement), ...seenByAskedFor(operation, settings, at, fault.spoil)],
    hooks: () => (identity === 'answer' ? spoilsFirstAnswer(at, fault) : spoilsAnswers(operation, at, fault, identity === 'record')),
  })
}

function spoilsAnswers({ pagination }: Operation, at: readonly string[], { spoil }: ValueMutation, once: boolean): Hooks {
  return {
    answer: (answer) => {
      const elsewhere = once && pagination && valueAtPointer(answer, pagination.page.response) !== pagination.page.first
      return elsewhere ? answer : edited(answer, at, spoil, once ? 'last' : 'all')
    },
  }
}

function spoilsFirstAnswer(at: readonly string[], { spoil }: ValueMutation): Hooks {
  return onAnswer((answer, number) => (number === 1 ? edited(answer, at, spoil) : answer))
}

/** Whether a field identifies records, answers, or neither. */
function identityOf({ pagination, unique }: Operation, path: readonly string[]): 'record' | 'answer' | 'none' {
  const pointer = `/${path.join('/')}`
  const byPage =
    pagination && [pagination.identity, pagination.filter?.record].some((own) => own && pointer === `${pagination.records}/*${own}`)
  const within = unique.some(({ scope, at, by }) => scope === 'within' && by && pointer === `${at}/*${by}`)
  if (byPage || within) return 'record'
  return unique.some(({ scope, at }) => scope === 'across' && pointer === at) ? 'answer' : 'none'
}
