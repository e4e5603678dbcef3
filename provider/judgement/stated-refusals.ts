import type { Operation, RefusalForm, Schema } from '../../contracts/contract.ts'
import { formOf, isNamedStatus } from '../../contracts/derivation/refusal-requirements.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { propertyOf } from '../../contracts/schemas/schema-parts.ts'
import { isObject } from '../../spec/json/pointer.ts'
import { completed } from '../records/completion.ts'
import type { Reply } from '../reply.ts'

/** A refused request: the status that it has where the document does not say, its reason in words, and whether credentials were wrong. */
interface Refused {
  readonly status: number
  readonly message: string
  readonly isDenied: boolean
}

/** The answer to a refused request as the document has it; undefined if the document leaves it open. */
export function statedReply({ refusals }: Operation, { status: ordinary, message, isDenied }: Refused): Reply | undefined {
  const stated = isDenied ? refusals.credentials : refusals.inputs
  const single = stated.find((name) => /^\d+$/.test(name))
  const status = stated.length === 0 || isNamedStatus(stated, ordinary) || single === undefined ? ordinary : Number(single)
  const form = formOf(refusals, status)
  if (!form) return stated.length > 0 ? { status, headers: {}, body: Buffer.alloc(0) } : undefined
  return { status, headers: form.mediaType ? { 'content-type': form.mediaType } : {}, body: Buffer.from(refusalBody(form, message)) }
}

function refusalBody({ schema, example, mediaType }: RefusalForm, message: string): string {
  if (!mediaType) return ''
  if (!schema) return mediaType.includes('json') ? JSON.stringify(example ?? { message }) : message
  return JSON.stringify(worded(schema, completed(schema, example ?? sample(schema)), message))
}

const wordy = /^(message|msg|detail|details|description|reason|error_?description|error_?message|title)$/i

/** A copy in which every message text says what was wrong. */
function worded(schema: Schema, value: unknown, message: string): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = propertyOf(schema, name)
      return [name, wordy.test(name) && takesWords(own, message) ? message : worded(own, member, message)]
    }),
  )
}

function takesWords({ type, enum: values, format, pattern, maxLength, ...rest }: Schema, message: string): boolean {
  const isFree = type === 'string' && !values && !format && !pattern && !('const' in rest)
  return isFree && (maxLength === undefined || message.length <= Number(maxLength))
}
