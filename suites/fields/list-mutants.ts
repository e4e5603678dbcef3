import type { Field, Operation } from '../../contracts/contract.ts'
import { fieldName, fieldNameAt, isRequired, listPointer, marksOf, ownName, requestInputs } from '../../contracts/fields.ts'
import { statedTypes } from '../../contracts/schemas/schema-parts.ts'
import { edited, withValue } from '../../provider/edits.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { isObject, pointerSteps, valueAtPointer } from '../../text/json/pointer.ts'
import { onAnswer, onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'
import { faultsOf } from './value-faults.ts'

/** Faults that only a look at everything shows: in the last of hundreds of records, on the second page, from the second answer on. */
export function listMutants(operation: Operation): Mutant[] {
  return [
    ...inFarRecord(operation),
    ...fromSecondAnswer(operation),
    ...inAnotherLanguage(operation),
    ...repeatedRecords(operation),
    ...whereEmpty(operation),
    ...emptyForOthers(operation),
  ]
}

/** No list at all where a right request finds no record; only if a request says what it looks for can it find none. */
function whereEmpty(operation: Operation): Mutant[] {
  const { payload, pagination, success } = operation
  const looksFor = requestInputs(operation).some(({ value }) => 'setting' in value)
  const list = listPointer(operation)
  const [name = ''] = pointerSteps(payload.envelope)
  const field = success.fields.find(({ path }) => path.length === 1 && path[0] === name)
  if (list === undefined || !field || !looksFor) return []
  const isEmpty = (answer: unknown) => asList(valueAtPointer(answer, list)).length === 0
  const isAlone = success.fields.every(({ path }) => path[0] === name)
  const empty = (id: string, title: string, caughtBy: readonly string[], hooks: Hooks) =>
    mutant(operation, {
      id: `empty.${id}`,
      title: `answers ${title} where there is no record`,
      caughtBy,
      hooks: () => hooks,
      behaviour: { unknownSource: 'empty' },
      isObserved: pagination === undefined,
    })
  return [
    empty('null', `null as its ${name}`, [ownName(operation, field.requirement)], {
      answer: (answer) => (isEmpty(answer) ? withValue(answer, payload.envelope, null) : answer),
    }),
    empty(
      'no-content',
      'with 204',
      ['status', 'json'],
      onSuccess((reply) => (isEmpty(JSON.parse(reply.body.toString('utf8'))) ? { ...reply, status: 204, body: Buffer.alloc(0) } : reply)),
    ),
    ...(pagination && isAlone
      ? [
          empty('message', `with a message instead of its ${name}`, [ownName(operation, field.requirement)], {
            answer: (answer) => (isEmpty(answer) ? { message: 'No records found.' } : answer),
          }),
          empty('flag', `with no more than a flag of success instead of its ${name}`, [ownName(operation, field.requirement)], {
            answer: (answer) => (isEmpty(answer) ? { success: true } : answer),
          }),
        ]
      : []),
  ]
}

/** Answers a request for something unknown as a success without its list, or with an empty list and a text where none belongs. */
function emptyForOthers(operation: Operation): Mutant[] {
  const { parameters, payload, success, pagination } = operation
  const asked = parameters.find(({ value, in: place }) => place === 'query' && 'setting' in value)
  const list = pointerSteps(payload.envelope)
  if (!asked || marksOf(success).length === 0 || pagination || list.length === 0) return []
  const { name, value } = asked
  const blank = success.fields.find(({ path, schema }) => path.length === 1 && schema.const === '')
  const made = (id: string, title: string, spoiled: Field | undefined, change: (answer: unknown) => unknown) =>
    mutant(operation, {
      id: `${id}.${name}`,
      title: `${title} where ${name} is unknown`,
      caughtBy: [ownName(operation, spoiled?.requirement ?? '')],
      isObserved: true,
      hooks: ({ settings }) => ({
        answer: (answer, { query }) =>
          'setting' in value && query.has(name) && query.get(name) !== settings[value.setting] ? change(answer) : answer,
      }),
    })
  const listed = success.fields.find(({ path }) => path.join() === list.join())
  return [
    made('drops-list-of-unknown', 'leaves its list out', listed, (answer) => edited(answer, list, () => undefined)),
    ...(blank
      ? [
          made('says-none-found', 'says that there is nothing, and lists nothing,', blank, (answer) =>
            edited(
              edited(answer, list, () => []),
              blank.path,
              () => 'no records here',
            ),
          ),
        ]
      : []),
  ]
}

const hundreds = { records: { coins: 300 } }

/** A fault in each field of the last record of hundreds, or of the second page, each of another kind, so that every kind occurs. */
function inFarRecord(operation: Operation): Mutant[] {
  const { pagination, success } = operation
  const [id, where] = pagination ? ['second-page', 'on the second page only'] : ['last-record', 'in the last of 300 records only']
  const isFar = (answer: unknown) =>
    pagination === undefined || valueAtPointer(answer, pagination.page.response) === pagination.page.first + 1
  return recordFields(operation).map(({ path, schema, requirement }, index) => {
    const faults = faultsOf(schema, isRequired(success.schema, path))
    const fault = faults[(index * 3) % faults.length] ?? { id: 'drops', title: 'left out', spoil: () => undefined }
    const name = fieldName(path)
    return mutant(operation, {
      id: `${id}.${fault.id}.${name}`,
      title: `${name} ${fault.title}, ${where}`,
      caughtBy: [ownName(operation, requirement)],
      behaviour: pagination ? undefined : hundreds,
      hooks: () => ({ answer: (answer) => (isFar(answer) ? edited(answer, path, fault.spoil, 'last') : answer) }),
    })
  })
}

function fromSecondAnswer(operation: Operation): Mutant[] {
  const { schema: whole } = operation.success
  const fields = operation.success.fields.filter(
    ({ path, schema }) => path.length > 0 && !schema.properties && !schema.items && isRequired(whole, path),
  )
  return fields.slice(-2).map((field) =>
    mutant(operation, {
      id: `second-answer.drops.${fieldName(field.path)}`,
      title: `${fieldName(field.path)} left out, from the second answer on`,
      caughtBy: [ownName(operation, field.requirement)],
      hooks: () => onAnswer((answer, number) => (number > 1 ? edited(answer, field.path, () => undefined) : answer)),
    }),
  )
}

/** A number written as a client's language writes it: as the one it likes best, or as the only one that the service knows. */
function inAnotherLanguage(operation: Operation): Mutant[] {
  const field = recordFields(operation).find(({ schema }) => statedTypes(schema).includes('number'))
  if (!field) return []
  const inLanguage = (id: string, locale: string, isAsked: (languages: string) => boolean) =>
    mutant(operation, {
      id: `${id}.${fieldName(field.path)}`,
      title: `${fieldName(field.path)} as a text, written as ${locale} writes numbers`,
      caughtBy: [ownName(operation, field.requirement)],
      hooks: () => ({
        answer: (answer, { headers }) =>
          isAsked(headers['accept-language'] ?? '') ? edited(answer, field.path, (value) => Number(value).toLocaleString(locale)) : answer,
      }),
    })
  return [
    inLanguage('in-another-language', 'de-DE', (languages) => languages.includes('de')),
    inLanguage('in-the-first-language', 'fa-IR', (languages) => languages.startsWith('fa')),
  ]
}

function repeatedRecords(operation: Operation): Mutant[] {
  const within = operation.unique.flatMap(({ scope, at, by }) => (scope === 'within' && by ? [{ at, by }] : []))
  return within.flatMap(({ at, by }) => {
    const repeated = (
      id: string,
      title: string,
      change: (records: readonly unknown[]) => readonly unknown[],
      behaviour?: Mutant['behaviour'],
    ) =>
      mutant(operation, {
        id: `repeats-record.${id}`,
        title,
        caughtBy: [`unique.${fieldNameAt(at)}`],
        behaviour,
        hooks: () => ({ answer: (answer) => withValue(answer, at, change(asList(valueAtPointer(answer, at)))) }),
      })
    const likeFirst = (records: readonly unknown[]) =>
      records.map((record, index) => (index === 1 ? withValue(record, by, valueAtPointer(records[0], by)) : record))
    return [
      repeated('adjacent', 'the first record stands twice', (records) => [...records.slice(0, 1), ...records]),
      repeated('last', 'the last of 300 records is the first again', (records) => [...records, ...records.slice(0, 1)], hundreds),
      repeated('identity', 'two records are of the same thing and differ otherwise', likeFirst),
      repeated('all', 'the whole list stands twice', (records) => [...records, ...records]),
    ]
  })
}

function recordFields(operation: Operation): Field[] {
  const { payload, success } = operation
  if (listPointer(operation) === undefined) return []
  const prefix = pointerSteps(payload.record)
  return success.fields.filter(({ path, schema }) => {
    const within = path.length > prefix.length && prefix.every((step, index) => path[index] === step)
    return within && faultsOf(schema, isRequired(success.schema, path)).length > 0
  })
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : isObject(value) ? Object.values(value) : []
}
