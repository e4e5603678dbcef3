import type { Contract, Operation } from '../../../contracts/contract.ts'
import { credentialText, placeNamed } from '../../../contracts/credential-place.ts'
import { sentRequirement } from '../../../contracts/derivation/requirements.ts'
import { credentialSettings, settingsOf } from '../../../contracts/needed-settings.ts'
import { isSigned, presentedCredential } from '../../../contracts/operation-kinds.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { absent, shortened } from '../../../text/excerpt.ts'
import { isNoValue } from '../../../text/no-value.ts'
import { originOf } from '../address.ts'
import { type ActiveCheck, type Briefing, type ConsumerCheck, isFormed, keptValues, noFindings, sequenceCheck } from '../consumer-check.ts'
import { plainBody, type Sent } from '../sent-request.ts'
import { type CredentialForms, credentialForms } from './credential-forms.ts'

/** What binds an operation's credential: how it is presented, to whom it goes, and where it must not stand. */
export function consumerCredentialChecks(contract: Contract, operation: Operation): ConsumerCheck[] {
  return presentedCredential(operation).flatMap(({ header, scheme = '', setting }) => [
    credentialHeaderCheck(operation, header, scheme, setting),
    ownCredentialCheck(contract, operation),
    onePlaceCheck(operation, header, setting),
    ...(placeNamed(header).in === 'query' ? [] : [secretFreeAddressCheck(contract, operation)]),
  ])
}

function credentialHeaderCheck(operation: Operation, header: string, scheme: string, setting: string): ConsumerCheck {
  const expected = credentialText(scheme, scheme ? '<credential>' : `the ${setting} that was given`)
  const title = `${header}: ${expected}`
  return sequenceCheck(operation, sentRequirement(header), title, ({ settings, decoys }) => {
    const given = settings[setting]
    let [right, foreign] = [0, 0]
    return {
      see: (sent) => {
        if (!isFormed(sent)) return undefined
        const values = keptValues(sent, header)
        const found = formFault(values, scheme, given)
        if (found !== undefined) return [{ at: `header ${header}`, expected, actual: found }]
        const value = values[0]?.slice(scheme ? scheme.length + 1 : 0)
        if (value !== given && value !== decoys[setting]) foreign += 1
        else right += 1
        return noFindings
      },
      *end() {
        if (given !== undefined && right === 0 && foreign > 0)
          yield { at: `header ${header}`, expected: `${setting} as it was given`, actual: `another value in all of ${foreign} requests` }
      },
    }
  })
}

/** What is wrong with how a credential is presented; another credential, rightly presented, may be a test of refusals. */
function formFault(values: readonly string[], scheme: string, given: string | undefined): string | undefined {
  const [value] = values
  if (value === undefined) return absent
  if (values.length > 1) return `${values.length} times`
  const prefix = credentialText(scheme, '')
  if (!value.startsWith(prefix)) return `${schemeOf(value, given)} instead of ${scheme}`
  const credential = value.slice(prefix.length)
  if (credential === given) return undefined
  if (credential === '' || !/^[\x21-\x7e]+$/.test(credential)) return 'no credential, or one with white space or other characters in it'
  if (isNoValue(credential)) return `the word ${credential}`
  return given !== undefined && isMangled(credential, given) ? 'the credential that was given, altered' : undefined
}

function schemeOf(value: string, given: string | undefined): string {
  const [word = '', ...rest] = value.split(' ')
  return rest.length === 0 || word === given ? 'no scheme' : `the scheme ${JSON.stringify(shortened(word, 20))}`
}

function isMangled(credential: string, given: string): boolean {
  const forms = credentialForms('', given)
  return forms.isIn(credential) || (credential.length > 5 && given.toLowerCase().includes(credential.toLowerCase()))
}

/** Judged where it arrives: at other operations, and at hosts that serve none that needs it. */
function ownCredentialCheck(contract: Contract, operation: Operation): ConsumerCheck {
  const secrets = new Set(contract.settings.filter(({ secret }) => secret).map(({ name }) => name))
  // The keys of signatures have a check of their own.
  const keys = new Set(contract.operations.flatMap((each) => credentialSettings(each).kept))
  const needs = settingsOf(operation).filter((name) => secrets.has(name) && !keys.has(name))
  const title = 'Its credential goes to no other operation and no other host'
  const check = sequenceCheck(operation, 'sends.own-credential', title, (briefing) => {
    const forms = formsOf(briefing, needs)
    return {
      see: (sent) => {
        const isOwn = sent.operation === operation && sent.address.kind !== 'base'
        if (isOwn) return noFindings
        const found = forms.filter((form) => !mayHold(operation, form.name, sent, briefing) && form.isIn(sent.text()))
        return found.length === 0 ? undefined : found.map(({ name }) => strayed(operation, name, sent))
      },
    }
  })
  return { ...check, needs, everywhere: true }
}

/** A copy of a credential is stored and passed on unprotected; a credential in the address has a check of its own. */
function onePlaceCheck(operation: Operation, header: string, setting: string): ConsumerCheck {
  const place = placeNamed(header)
  const own = `header ${place.in === 'header' ? header : place.in}`.toLowerCase()
  const check = sequenceCheck(operation, 'sends.one-place', 'Its credential stands in its own place alone', (briefing): ActiveCheck => {
    const forms = formsOf(briefing, [setting])
    return {
      see: (sent) => {
        if (forms.length === 0) return undefined
        if (!forms.some((form) => form.isAgainIn(sent.text()))) return noFindings
        return placesOf(sent)
          .filter(([at]) => at !== 'address' && at.toLowerCase() !== own)
          .filter(([, text]) => forms.some((form) => form.isIn(text)))
          .map(([at]) => ({ at, expected: `the ${setting} nowhere but where it belongs`, actual: `a copy of the ${setting}` }))
      },
    }
  })
  return { ...check, needs: [setting] }
}

/** An operation of which no path is shown may use the credential, at a host that serves one that does. */
function mayHold(owner: Operation, name: string, { operation, address, exchange }: Sent, { bases }: Briefing): boolean {
  if (address.kind === 'base') return false
  if (operation) return settingsOf(operation).includes(name)
  return originOf(bases[owner.base] ?? '') === originOf(exchange.request.url)
}

function strayed({ id }: Operation, name: string, { operation, address, exchange }: Sent): Finding {
  const place = operation && address.kind !== 'base' ? operation.id : originOf(exchange.request.url)
  return { at: 'request', expected: `${name} for ${id} alone`, actual: `${name} in a request to ${place}` }
}

function formsOf({ settings }: Briefing, names: readonly string[]): CredentialForms[] {
  return names.flatMap((name) => (settings[name] ? [credentialForms(name, settings[name])] : []))
}

function secretFreeAddressCheck(contract: Contract, operation: Operation): ConsumerCheck {
  const secrets = contract.settings.filter(({ secret }) => secret).map(({ name }) => name)
  const needs = settingsOf(operation).filter((name) => secrets.includes(name))
  const check = sequenceCheck(operation, 'sends.query-without-secrets', 'No secret stands in its address', (briefing): ActiveCheck => {
    const forms = formsOf(briefing, secrets)
    return {
      see: ({ exchange: { request } }) =>
        forms
          .filter((form) => form.isIn(request.url))
          .map(({ name }) => ({ at: 'query', expected: 'no secret in the address', actual: `${name} in the address` })),
    }
  })
  return { ...check, needs }
}

/** The signing secret is never sent, to anybody and in no spelling. */
export function secretChecks(contract: Contract, requirement: string): ConsumerCheck[] {
  const signed = contract.operations.find(isSigned)
  if (!signed) return []
  const { key } = signed.authentication.signature.construction
  const begin = ({ settings, decoys }: Briefing): ActiveCheck => {
    const forms = [settings[key], decoys[key]].flatMap((value) => (value ? [credentialForms(key, value)] : []))
    return {
      see: (sent) => {
        const isThere = forms.some((form) => form.isIn(sent.text()))
        const [at] = (isThere && placesOf(sent).find(([, text]) => forms.some((form) => form.isIn(text)))) || []
        if (at !== undefined) return [{ at, expected: `the ${key} is never sent`, actual: `the ${key}, as it is or encoded` }]
        return sent.operation === signed ? noFindings : undefined
      },
    }
  }
  return [
    { id: requirement, requirement, title: 'The secret key is never sent', operation: signed.id, everywhere: true, needs: [key], begin },
  ]
}

function placesOf({ exchange: { request } }: Sent): [at: string, text: string][] {
  return [
    ['address', request.url],
    ...request.headers.map(([name, value]): [string, string] => [`header ${name}`, `${name}: ${value}`]),
    ['body', plainBody(request.headers, request.body ?? Buffer.alloc(0))],
  ]
}
