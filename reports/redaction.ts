import { isUtf8 } from 'node:buffer'
import type { Contract } from '../contracts/contract.ts'
import type { Target } from '../suites/target.ts'
import { encodedForms, escapesOf, literal, spelled, wholeOnly } from './spelling.ts'

/** A value that no output may show, and the name that stands in its place. */
export interface Secret {
  readonly name: string
  readonly value: string
}

/** Takes the secrets out of a text, whatever the spelling: `«accessToken»` stands in the place of each. */
export type Redaction = (text: string) => string

/** Values shorter than this count only where they stand whole: inside a longer word they are a coincidence. */
const wholeBelow = 8

/** The redaction of a target's secret settings, of the values that probes made from them, and of what signatures join. */
export function redactionOf(contract: Contract, target: Target, variations: readonly string[] = []): Redaction {
  const secrets = contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    return secret && value ? [{ name, value }] : []
  })
  return createRedaction([...joinedSecrets(contract, secrets), ...secrets, ...(target.connection?.hidden ?? [])], variations)
}

/** One pass over a text takes out every form of every secret; texts that hold escapes of a secret's characters take a second. */
export function createRedaction(secrets: readonly Secret[], variations: readonly string[] = []): Redaction {
  const forms = secrets.flatMap(formsOf)
  const known = replacement(forms)
  const unknown = [...new Set(variations)].filter((value) => value && known(value) === value)
  if (unknown.length === 0) return known
  return replacement([...forms, ...unknown.flatMap((value) => formsOf({ name: 'altered credential', value }))])
}

/** Takes the secrets out of bytes: as text where they are UTF-8, else byte by byte. */
export function redactBytes(redact: Redaction, bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return Buffer.from(redact(bytes.toString('utf8')), 'utf8')
  return Buffer.from(redact(bytes.toString('latin1')), 'latin1')
}

interface Form {
  readonly label: string
  readonly value: string
  /** Matched as it is, case included. */
  readonly exact: boolean
  readonly whole: boolean
}

function formsOf({ name, value }: Secret): Form[] {
  const reversed = [...value].reverse().join('')
  const variants = [
    plain(name, value),
    plain(`${name}, cut short`, value.slice(0, -1)),
    plain(`${name}, cut short`, value.slice(1)),
    plain(`${name}, reversed`, reversed),
  ].flatMap((form) => [form, ...misread(form)])
  const encoded = encodedForms(value).map((form) => ({
    label: `${name}, ${form.encoding}`,
    value: form.value,
    exact: form.encoding === 'base64',
    whole: form.value.length < wholeBelow,
  }))
  return [...variants.filter((form) => form.value.length > (form.label === name ? 0 : 2)), ...encoded]
}

/** UTF-8 bytes taken for Latin-1: so a value that is not all ASCII stands in bytes that are not text, and in headers. */
function misread(form: Form): Form[] {
  const spellings = [form.value, form.value.toUpperCase(), form.value.toLowerCase()]
  const values = new Set(spellings.map((value) => Buffer.from(value, 'utf8').toString('latin1')))
  return [...values].filter((value) => value.toUpperCase() !== form.value.toUpperCase()).map((value) => ({ ...form, value }))
}

function plain(label: string, value: string): Form {
  return { label, value, exact: false, whole: value.length < wholeBelow }
}

function replacement(forms: readonly Form[]): Redaction {
  if (forms.length === 0) return (text) => text
  const plainly = replacer(forms, literal)
  const anySpelling = replacer(forms, spelled)
  const escapes = escapesOf(forms.map(({ value }) => value).join(''))
  return (text) => plainly(escapes.test(text) ? anySpelling(text) : text)
}

/** Longest first, so that a shorter form never leaves the rest of a longer one behind. */
function replacer(forms: readonly Form[], spell: (value: string, exact: boolean) => string): Redaction {
  const ordered = [...forms].sort((one, other) => other.value.length - one.value.length)
  const sources = ordered.map(({ value, exact, whole }) => (whole ? wholeOnly(spell(value, exact)) : spell(value, exact)))
  const pattern = new RegExp(sources.map((source) => `(${source})`).join('|'), 'g')
  return (text) =>
    text.replace(pattern, (...groups: unknown[]) => {
      const index = groups.findIndex((group, at) => at > 0 && group !== undefined)
      return `«${ordered[index - 1]?.label ?? 'secret'}»`
    })
}

/** Secrets that a signature joins without a separator: in a canonical string that a target echoes, a short one stands inside a longer word. */
function joinedSecrets({ operations }: Contract, secrets: readonly Secret[]): Secret[] {
  return operations.flatMap(({ authentication }) => {
    if (authentication.kind !== 'signed') return []
    const { parts, separator } = authentication.signature.construction
    const values = parts.map(({ setting }) => secrets.find(({ name }) => name === setting))
    return values.flatMap((one, at) => {
      const next = values[at + 1]
      return one && next ? [{ name: `${one.name} ${next.name}`, value: `${one.value}${separator}${next.value}` }] : []
    })
  })
}
