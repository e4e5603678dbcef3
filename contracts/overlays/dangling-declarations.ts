import { isHeaderName, isHeaderValue, isOfConnection, isOfHttp } from '../../text/header-field.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import type { Contract, Operation, Schema } from '../contract.ts'
import { askedForProblems } from '../derivation/declared-asked-for.ts'
import { pagingProblems } from '../derivation/paged-inputs.ts'
import { fieldNameAt, schemaAt } from '../fields.ts'
import { credentialHeaders } from '../operation-kinds.ts'
import { schemaFaults } from '../schemas/schema-faults.ts'
import { mayBeOf, statedTypes } from '../schemas/schema-parts.ts'
import { isLike } from '../wildcard.ts'

/** What is declared and leads nowhere, one sentence each: a check of it would have nothing to judge. */
export function leadingNowhere(contract: Contract): string[] {
  const problems = [pathProblems, inputProblems, pointerProblems, pagingProblems, askedForProblems]
  const ofOperations = contract.operations.flatMap((operation) => problems.flatMap((problemsOf) => problemsOf(operation)))
  return [...ofOperations, ...schemaFaults(contract), ...judgedByNothing(contract)]
}

function pathProblems({ id, path, parameters }: Operation): string[] {
  const templated = Array.from(path.matchAll(/(?<=\{)[^{}]*(?=\})/g), ({ 0: name }) => name)
  const declared = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  return [
    ...templated
      .filter((name) => !declared.includes(name))
      .map((name) => `${id}: its path ${path} has {${name}}, and no parameter of that name is declared in: path.`),
    ...declared
      .filter((name) => !templated.includes(name))
      .map((name) => `${id}: the parameter ${name} is declared in: path, and ${path} has no {${name}}.`),
  ]
}

function inputProblems({ id, parameters, body, authentication }: Operation): string[] {
  const ofSecurity = new Set(['authorization', ...credentialHeaders({ authentication }).map((name) => name.toLowerCase())])
  return [
    ...parameters.flatMap(({ name, in: place, schema, value }) => {
      if (place === 'header' && (isOfConnection(name) || !isHeaderName(name)))
        return [`${id}: the parameter ${JSON.stringify(name)} is no header that a request may set; leave it out.`]
      if (place === 'header' && 'value' in value && value.value !== undefined && !isHeaderValue(String(value.value)))
        return [`${id}: the value of the parameter ${name} does not fit into a header: expected a line without control characters.`]
      if (place === 'header' && (isOfHttp(name) || ofSecurity.has(name.toLowerCase())))
        return [`${id}: the parameter ${name} is a header that security or the content says; leave it out.`]
      return statedTypes(schema).includes('object') ? [`${id}: the parameter ${name} is an object; expected a plain value or a list.`] : []
    }),
    ...(!body || mayBeOf(body.schema, 'object') ? [] : [`${id}: its body is of the type ${String(body.schema.type)}; expected an object.`]),
  ]
}

function pointerProblems(operation: Operation): string[] {
  const { id, success, body, payload, pagination, unique } = operation
  const missing = (what: string, pointer: string | undefined, schema: Schema | undefined) =>
    schema && pointer !== undefined && !leads(schema, pointerSteps(pointer))
      ? [`${id}: ${what} is ${pointer}, where its ${schema === body?.schema ? 'body' : 'success'} has nothing.`]
      : []
  const record = pagination && schemaAt(success.schema, `${pagination.records}/*`)
  return [
    ...missing('x-payload/record', payload.record, success.schema),
    ...missing('x-payload/envelope', payload.envelope, success.schema),
    ...unmarked(operation),
    ...(operation.askedFor ?? []).flatMap(({ answered }) => missing('x-asked-for/answered', answered, success.schema)),
    ...unique.flatMap(({ at }) => missing(`x-unique/${fieldNameAt(at)}`, at, success.schema)),
    ...unique.flatMap((each) => uniqueProblems(operation, each)),
    ...(pagination
      ? [
          ...[pagination.page.response, pagination.size.response, pagination.total, pagination.records].flatMap((pointer) =>
            missing('x-pagination', pointer, success.schema),
          ),
          ...[pagination.page.request, pagination.size.request, pagination.filter?.request].flatMap((pointer) =>
            missing('x-pagination', pointer, body?.schema),
          ),
          ...[pagination.identity, pagination.filter?.record].flatMap((pointer) => missing('x-pagination', pointer, record)),
        ]
      : []),
  ]
}

/** What no two elements share has to be in them, and they in a list. */
function uniqueProblems({ id, success }: Operation, { scope, at, by = '' }: Operation['unique'][number]): string[] {
  if (scope === 'across') return []
  const items = schemaAt(success.schema, `${at}/*`)
  if (!items) return [`${id}: x-unique stands at ${at || 'the whole body'}, which is no list.`]
  return leads(items, pointerSteps(by)) ? [] : [`${id}: x-unique/by is ${by}, which the elements of ${at} do not have.`]
}

/** A marker by which no record of the success could be known. */
function unmarked({ id, payload, success }: Operation): string[] {
  const [marker, ...others] = payload.known
  const record = schemaAt(success.schema, payload.record)
  if (marker === undefined || others.length > 0 || !record || leads(record, [marker])) return []
  return [`${id}: x-payload/marker is ${marker}, which its record does not have.`]
}

/** True if a pointer leads to a place that the schema describes, or into one that may hold anything. */
function leads(schema: Schema, [step = '', ...rest]: readonly string[]): boolean {
  if (step === '') return true
  const inner = step === '*' ? schema.items : schema.properties?.[step]
  const isOpen = ['oneOf', 'anyOf', 'allOf'].some((keyword) => keyword in schema) || (schema.type === undefined && !schema.properties)
  return inner ? leads(inner, rest) : isOpen
}

function judgedByNothing({ requirements }: Contract): string[] {
  const judged = requirements.filter(({ judgedBy, untestable }) => judgedBy === undefined && untestable === undefined).map(({ id }) => id)
  return requirements.flatMap(({ id, judgedBy }) => {
    if (judgedBy === undefined) return []
    return judged.some((other) => isLike(judgedBy, other))
      ? []
      : [`The requirement ${id} is judged-by ${judgedBy}, and no check judges that.`]
  })
}
