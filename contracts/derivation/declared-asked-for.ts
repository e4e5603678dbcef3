import { type Node, nodesOf, textOf } from '../../text/json/node.ts'
import type { AskedFor } from '../asked-for.ts'
import type { Operation, Schema } from '../contract.ts'
import { fieldNameAt, requestInputs, schemaAt } from '../fields.ts'
import { statedTypes } from '../schemas/schema-parts.ts'

/** What an operation's `x-asked-for` says; undefined if it has none. */
export function askedFor(stated: Node, clause: string): AskedFor[] | undefined {
  const declared = nodesOf(stated['x-asked-for'])
  if (declared.length === 0) return undefined
  return declared.map((each) => {
    const [input, answered] = [String(each['input']), String(each['answered'])]
    return {
      input,
      answered,
      clause: textOf(each['clause']) ?? clause,
      text: textOf(each['text']) ?? `The ${fieldNameAt(answered)} answered is the ${input} that was asked for.`,
    }
  })
}

/** What is declared of inputs that ask for a record, and could not be judged, one sentence each. */
export function askedForProblems(operation: Operation): string[] {
  const { id, askedFor = [] } = operation
  const inputs = askedFor.map(({ input }) => input)
  return askedFor.flatMap((each, index) => {
    const problem = inputs.indexOf(each.input) < index ? `${each.input} stands there twice` : faultOf(operation, each)
    return problem === undefined ? [] : [`${id}: x-asked-for/${index}: ${problem}.`]
  })
}

function faultOf(operation: Operation, { input, answered }: AskedFor): string | undefined {
  const inputs = requestInputs(operation)
  const { success } = operation
  const asked = inputs.find(({ name }) => name === input)
  const names = inputs.map(({ name }) => name)
  if (!asked) return `it has no input ${input}; expected ${names.join(' or ') || 'one that it has, and it has none'}`
  if ('value' in asked.value && asked.value.value === undefined)
    return `a right request leaves ${input} out; give it an example, or the name of a setting`
  if (isComposite(asked.schema)) return `the input ${input} is ${asked.schema.type}; expected a text or a number`
  if (success.mediaType === undefined) return `answered is ${answered}, and its success has no body`
  const found = schemaAt(success.schema, answered)
  return found && isComposite(found)
    ? `answered is ${answered || 'the whole body'}, which holds more; expected a text or a number`
    : undefined
}

function isComposite(schema: Schema): boolean {
  const { properties, items } = schema
  return properties !== undefined || items !== undefined || statedTypes(schema).some((name) => name === 'object' || name === 'array')
}
