import { Ajv2020 } from 'ajv/dist/2020.js'
import { UsageError } from '../language/usage-error.ts'
import { parsedJson } from '../text/json/json-text.ts'
import { holdsMoreValues, mostFileValues } from '../text/json/nesting.ts'
import { scanJson } from '../text/json/scan.ts'
import schema from './certificate.schema.json' with { type: 'json' }

/** A file is not what it should be; the message says what was expected and what was found. */
export class UnreadableFile extends UsageError {}

/** A file is made to do harm rather than to be read. */
export class HostileFile extends UnreadableFile {}

/** What certificates and challenges consist of, and what platforms write around them. */
type Kind = 'certificate' | 'signedChallenge' | 'challenge' | 'statement' | 'foreignStatement' | 'settings' | 'evidence'

/** Reads JSON that a stranger wrote, and that has to keep to its schema. @throws {UnreadableFile} */
export function readJson<Read>(kind: Kind, text: string, what: string): Read {
  return readAs(kind, parseJson(text, what), what)
}

/** What was parsed, where it keeps to its schema. @throws {UnreadableFile} */
export function readAs<Read>(kind: Kind, value: unknown, what: string): Read {
  const validate = ajv.getSchema(`${schema.$id}#/$defs/${kind}`)
  if (validate?.(value) === true) return value as Read
  const [{ instancePath = '', message, params } = {}] = validate?.errors ?? []
  const more = 'additionalProperty' in (params ?? {}) ? ` (${JSON.stringify(params?.['additionalProperty'])})` : ''
  throw new UnreadableFile(`${what}: at ${instancePath.slice(0, 100) || 'the top'} it ${message}${more.slice(0, 80)}.`)
}

const ajv = new Ajv2020({ discriminator: true, strictRequired: false, strictTypes: false, strictTuples: false }).addSchema(schema)

/** Parses JSON in which no key stands twice and none reaches for a prototype. @throws {UnreadableFile} */
export function parseJson(text: string, what: string): unknown {
  const value = parseLoosely(text, what)
  refuseDoubtful(text, what)
  return value
}

/** Parses JSON, whatever its keys are. @throws {UnreadableFile} @throws {HostileFile} for too many values: each takes many times its text. */
export function parseLoosely(text: string, what: string): unknown {
  if (holdsMoreValues(text, mostFileValues)) throw new HostileFile(`${what} holds more values than any that is made.`)
  return parsedJson(text, (fault) => new UnreadableFile(`${what} is not JSON, or is cut off: ${fault}.`))
}

/** Refuses JSON in which a key stands twice or reaches for a prototype. @throws {UnreadableFile} */
export function refuseDoubtful(text: string, what: string): void {
  const [twice] = scanJson(text).duplicateKeys
  if (twice) throw new UnreadableFile(`${what}: "${twice.text}" stands twice (${twice.at}), and which of the two is meant cannot be told.`)
  if (/(?<!\\)"(?:_|\\u005f){2}proto(?:_|\\u005f){2}"\s*:/i.test(text))
    throw new HostileFile(`${what}: a key reaches for a prototype ("__proto__").`)
}

/** Refuses a text of another kind, such as a file that was taken for another. @throws {UnreadableFile} */
export function refuseOther(found: unknown, expected: string, what: string): void {
  if (found === expected) return
  const said = found === undefined ? 'none' : JSON.stringify(found).slice(0, 60)
  throw new UnreadableFile(`${what}: expected "schema": "${expected}", found ${said}.`)
}

/** Bytes of a base64 text that has one spelling only. @throws {UnreadableFile} */
export function base64Bytes(text: string, what: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.toString('base64') !== text) throw new UnreadableFile(`${what} is not base64.`)
  return bytes
}

export function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** Milliseconds of a time as `timeText` writes it. @throws {UnreadableFile} */
export function timeOf(text: string, what: string): number {
  const time = Date.parse(text)
  if (Number.isNaN(time) || timeText(time) !== text)
    throw new UnreadableFile(`${what}: expected a time such as ${timeText(0)}, found ${JSON.stringify(text.slice(0, 40))}.`)
  return time
}
