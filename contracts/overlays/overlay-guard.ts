import { DocumentError } from '../../spec/document-error.ts'
import { distanceWithin } from '../../text/distance.ts'
import { baseVariable } from '../base-variable.ts'
import type { SignedPart } from '../construction.ts'
import type { Contract, Operation, RequestField } from '../contract.ts'
import { bareName } from '../derivation/paying.ts'
import { isAmount, requestFields, requestInputs } from '../fields.ts'
import { hashed } from '../hashing.ts'
import { mayLeadTo } from '../lenient-path.ts'
import { credentialSettings, inputSettings, settingsOf } from '../needed-settings.ts'
import { isReading } from '../operation-kinds.ts'

/**
 * The contract of an overlaid document, held to what the document itself guards: money, secrets, and where the values of a withdrawal
 * come from. An overlay may add to it and may narrow it, and loosens none of it. @throws {DocumentError} naming what it would loosen.
 */
export function guarded(own: Contract, overlaid: Contract): Contract {
  for (const operation of own.operations) keepsMoney(operation, overlaid)
  const settings = keptSettings(own, overlaid)
  keepsSecrets(own, { ...overlaid, settings })
  keepsPlaces(own, overlaid)
  const needed = moneySettings(own)
  const operations = overlaid.operations.map((operation) => {
    if (!operation.movesMoney) return operation
    if (!carries(operation, needed)) return { ...operation, unguarded: true as const }
    keepsSources(own, operation)
    return saysMore(own, operation) ? { ...operation, unguarded: true as const } : operation
  })
  return { ...overlaid, operations, settings }
}

/** The settings without which a request would be another withdrawal than the configured one. */
export function moneySettings({ operations }: Pick<Contract, 'operations'>): Set<string> {
  return new Set(
    operations.filter(({ movesMoney }) => movesMoney).flatMap((operation) => configured(operation).map(({ setting }) => setting)),
  )
}

function configured(operation: Operation): { readonly field: RequestField; readonly setting: string }[] {
  return requestFields(operation).flatMap((field) => ('setting' in field.value ? [{ field, setting: field.value.setting }] : []))
}

function carries(operation: Operation, needed: ReadonlySet<string>): boolean {
  const carried = new Set(configured(operation).map(({ setting }) => setting))
  return [...needed].every((setting) => carried.has(setting))
}

/** What moved money moves money, under whatever name or method, at whatever spelling of its path. */
function keepsMoney(operation: Operation, { operations }: Contract): void {
  if (!operation.movesMoney) return
  for (const overlaid of operations.filter((each) => mayBeReached(operation, each))) {
    const why = overlaid.path === operation.path ? '' : `: a server may take its path for ${operation.path}`
    if (!overlaid.movesMoney) throw new DocumentError(`${overlaid.id} moves money, which no overlay takes back (x-money)${why}.`)
    keepsConfigured(operation, overlaid)
    keepsSignature(operation, overlaid)
  }
}

function mayBeReached(operation: Operation, { id, method, path }: Operation): boolean {
  return id === operation.id || ((method === operation.method || !isReading.test(method)) && mayLeadTo(path, operation.path))
}

/** What is configured of a withdrawal stays in its body, and required if it was. */
function keepsConfigured(operation: Operation, { id, body, ...overlaid }: Operation): void {
  for (const { field } of configured(operation)) {
    const now = body?.fields.find(({ name }) => name === field.name)
    const isKept =
      now && JSON.stringify(now.value) === JSON.stringify(field.value) && isAmount(overlaid, now) === isAmount(operation, field)
    if (!isKept) throw new DocumentError(`${id}: its ${field.name} is what is configured of a withdrawal, which no overlay changes.`)
    if (field.required && !now.required)
      throw new DocumentError(`${id}: its ${field.name} is required of a withdrawal, which no overlay takes back.`)
  }
  if (operation.body?.required && !body?.required) throw new DocumentError(`${id}: its body is required, which no overlay takes back.`)
}

/** What is signed of a withdrawal stays signed, from where it stands; more may be, and in another order. */
function keepsSignature(operation: Operation, overlaid: Operation): void {
  const places = signedPlaces(overlaid)
  const [gone] = [...signedPlaces(operation)].filter(([place]) => !places.has(place)).map(([, { name }]) => name)
  if (gone !== undefined) throw new DocumentError(`${overlaid.id}: its ${gone} is signed, which no overlay takes back.`)
  if (digestLength(overlaid) < digestLength(operation))
    throw new DocumentError(`${overlaid.id}: its signature is shorter than that of the document, which no overlay weakens (hash).`)
}

function digestLength({ authentication }: Operation): number {
  return authentication.kind === 'signed' ? hashed(authentication.signature.construction.hash).length : 0
}

/** Where each part of a signature comes from; the headers of the key and the time under whatever names they have. */
function signedPlaces({ authentication }: Operation): ReadonlyMap<string, SignedPart> {
  if (authentication.kind !== 'signed') return new Map()
  const { key, timestamp, signature } = authentication
  const places = signature.construction.parts.map((part) => {
    const header = part.header === key.header ? 'key' : part.header === timestamp.header ? 'time' : part.header
    return [JSON.stringify([header, part.setting, part.body]), part] as const
  })
  return new Map(places)
}

/** A new operation that moves money takes what has the name of a withdrawal's field from where the withdrawal takes it. */
function keepsSources(own: Contract, operation: Operation): void {
  const sources = new Map(
    own.operations
      .filter(({ movesMoney }) => movesMoney)
      .flatMap((each) => configured(each).map(({ field, setting }) => [bareName(field.name), setting] as const)),
  )
  for (const { name, value } of requestInputs(operation)) {
    const inner = 'value' in value ? namesIn(value.value) : []
    const wanted = [name, ...inner].map((each) => sources.get(bareName(each))).find((setting) => setting !== undefined)
    if (wanted !== undefined && !('setting' in value && value.setting === wanted))
      throw new DocumentError(
        `${operation.id} moves money: its ${name} comes from the setting ${wanted} (x-setting), and from nowhere else.`,
      )
  }
}

/** True if an operation sends what the document itself does not, and no setting decides: whatever it is, nobody configured it. */
function saysMore(own: Contract, operation: Operation): boolean {
  const known = own.operations.filter(({ movesMoney }) => movesMoney).flatMap((each) => requestInputs(each).map(({ name }) => name))
  return requestInputs(operation).some(
    (input) =>
      'value' in input.value && input.value.value !== undefined && !known.includes(input.name) && !('in' in input && input.in === 'header'),
  )
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => [...(Array.isArray(value) ? [] : [name]), ...namesIn(member)])
}

/** The settings of an overlaid document, and the secrets that it no longer names: they are secrets still, and so are their variables. */
function keptSettings(own: Contract, overlaid: Contract): Contract['settings'] {
  const gone = own.settings.filter(({ name, secret }) => secret && overlaid.settings.every((setting) => setting.name !== name))
  return [...gone, ...overlaid.settings]
}

/** The variables that only Assay reads, and that are never sent to a target. */
const reserved = ['ASSAY_KEY_PASSPHRASE', 'ASSAY_TARGET', 'ASSAY_CALLBACK_URL']

/** Nothing secret is secret no longer, no variable has two names, and a key of signatures is never sent. */
function keepsSecrets(own: Contract, overlaid: Contract): void {
  for (const { name, secret } of own.settings) {
    const now = overlaid.settings.find((setting) => setting.name === name)
    if (secret && now && !now.secret) throw new DocumentError(`The setting ${name} is a secret, which no overlay takes back.`)
  }
  const taken = [...reserved, ...overlaid.bases.map(baseVariable)]
  const twice = overlaid.settings.find(
    ({ env }, at) => taken.includes(env) || overlaid.settings.findIndex((other) => other.env === env) < at,
  )
  if (twice)
    throw new DocumentError(`The setting ${twice.name} would be read from ${twice.env}, which is another one's. Give it another name.`)
  for (const operation of overlaid.operations) {
    const { presented, kept } = credentialSettings(operation)
    const shown = [...presented, ...kept].find((name) => overlaid.settings.some((setting) => setting.name === name && !setting.secret))
    if (shown !== undefined)
      throw new DocumentError(
        `${operation.id} would present ${shown}, which is no secret, as a credential: give that a setting of its own.`,
      )
  }
  const keys = new Set([...own.operations, ...overlaid.operations].flatMap((operation) => credentialSettings(operation).kept))
  for (const operation of overlaid.operations) {
    const sent = sentSettings(operation).find((setting) => keys.has(setting))
    if (sent !== undefined) throw new DocumentError(`${operation.id} would send ${sent}, with which signatures are made: it is never sent.`)
  }
  misspelt(own, overlaid)
  misspeltSchemes(own, overlaid)
}

/** A setting that differs from one of the document's in one letter, or in case alone, would be asked for beside it. */
function misspelt(own: Contract, overlaid: Contract): void {
  const known = own.settings.map(({ name }) => name)
  for (const { name } of overlaid.settings.filter((setting) => !known.includes(setting.name) && !/\d/.test(setting.name))) {
    const meant = known.find((each) => distanceWithin(1, each.toLowerCase(), name.toLowerCase()) !== undefined)
    if (meant !== undefined) throw new DocumentError(`The setting ${name} is nearly called as ${meant} is. Did you mean that?`)
  }
}

/** A scheme that differs from one of the document's in one letter, or that has something hung on, is that one with a slip of the pen. */
function misspeltSchemes(own: Contract, overlaid: Contract): void {
  const known = schemeNames(own)
  for (const scheme of schemeNames(overlaid).filter((name) => !known.includes(name))) {
    const given = scheme.toLowerCase()
    const meant = known.find((name) => given.startsWith(`${name.toLowerCase()}_`) || distanceWithin(1, given, name.toLowerCase()) === 1)
    if (meant !== undefined)
      throw new DocumentError(`The scheme ${scheme} is nearly called as ${meant} is. Did you mean that? A credential is a setting.`)
  }
}

function schemeNames({ operations }: Contract): string[] {
  return operations.flatMap(({ authentication }) =>
    authentication.kind === 'scheme' && authentication.scheme ? [authentication.scheme] : [],
  )
}

function sentSettings(operation: Operation): string[] {
  return [...inputSettings(operation), ...credentialSettings(operation).presented]
}

/** A secret goes to no other base than the document sends it to, or what is signed with it. */
function keepsPlaces(own: Contract, overlaid: Contract): void {
  const secrets = new Set(own.settings.filter(({ secret }) => secret).map(({ name }) => name))
  const known = Map.groupBy(
    own.operations.flatMap((operation) => settingsOf(operation).map((setting) => ({ setting, base: operation.base }))),
    ({ setting }) => setting,
  )
  for (const operation of overlaid.operations) {
    const stray = sentSettings(operation).find(
      (setting) => secrets.has(setting) && known.get(setting)?.every(({ base }) => base !== operation.base),
    )
    if (stray !== undefined)
      throw new DocumentError(
        `${operation.id} would send ${stray} to the ${operation.base} address: a secret goes only where the document sends it.`,
      )
  }
}
