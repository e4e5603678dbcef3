import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { isDenial, isOfInputs, isOfWrongInput, isSuccessful } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { isAlike } from '../../engine/evidence/refusal-form.ts'
import { headerValue } from '../../engine/exchange.ts'
import { openingRole } from '../../engine/probes/roles.ts'
import { askedBase } from '../../engine/request-target.ts'
import { secretsOf } from '../../engine/target.ts'
import type { Control, Examined } from '../examined.ts'
import type { Hindered } from './hindered.ts'
import { namesInput, variableMissed, variablesNamed } from './named-inputs.ts'
import { oddity } from './odd-secrets.ts'
import { ownWords } from './own-words.ts'
import { settingVariable } from './setting-variables.ts'

export function lookThere({ addresses }: Hindered): string {
  return `Open ${addresses} in a browser to see what is there`
}

/** What to do about a login. Where others are served, or access is denied, it stands at the right address. */
export function lookAtLogin(hindered: Hindered): string {
  const { accepted, status, secrets } = hindered
  const isRightAddress = accepted.length > 0 || isDenial(status)
  const doubts = [...(isRightAddress ? [] : ['the address']), ...(secrets ? [secrets] : [])].join(', and ')
  return `${lookThere(hindered)}${doubts && `, then check ${doubts}`}.`
}

/** What to do about a page that is none of the service's. */
export function lookAtSite(hindered: Hindered): string {
  return `${lookThere(hindered)}, then check the address: ${placesIn(hindered)}`
}

export function lookAtAddress(hindered: Hindered): string {
  return `${checkAddress(hindered)}${without(hindered)}`
}

/** What to do where nothing is at a path. */
export function lookAtPath(hindered: Hindered): string {
  const { refused, status, asked } = hindered
  const isOfAsked = status === 404 && asked !== '' && (isKnown(hindered) || refused.every(namesInput))
  return isOfAsked ? `Check what is asked for (${asked}).` : (served(hindered) ?? lookAtAddress(hindered))
}

export function lookAtMock(hindered: Hindered): string {
  const { secrets } = hindered
  const next = isServed(hindered) && secrets ? `Then check ${secrets}.` : checkAddress(hindered)
  return `Read its answer in the report: a mock may answer anything with it. ${next}`
}

/** What to do about a success without a payload, which may be a refusal. */
export function lookAtAnswer(hindered: Hindered): string {
  const { examined, refused, secrets } = hindered
  const said = remedyOfWords(hindered)
  if (said) return said
  if (refused.every((one) => isIndifferent(examined, one))) return lookAtMock(hindered)
  const next = isOfNone(refused) ? ` ${checkAddress(hindered)}` : secrets && !isKnown(hindered) ? ` Then check ${secrets}.` : ''
  return `Read its answer in the report: does it come from this service?${next}`
}

/** What to do about a refusal in the service's own form. */
export function lookAtRefusal(hindered: Hindered): string {
  const { examined, refused, operations, status, secrets, asked, addresses } = hindered
  const said = remedyOfWords(hindered)
  if (said) return said
  const missed = variableMissed(examined, refused[0])
  if (missed) return `How ${missed} travels the source does not show: an overlay may say it (docs/overlays.md).`
  const named = variablesNamed(examined, refused)
  if (named && isKnown(hindered)) return `Check what is asked for (${named}).`
  if (status === 403 && isKnown(hindered) && operations.every(({ movesMoney }) => movesMoney))
    return `Ask whether access was granted, to the IP address of this machine too, then check what is asked for (${asked}).`
  if (asked && (isOfInputs(status) || isKnown(hindered) || (status === 403 && refused.every(namesInput)))) {
    const check = `heck what is asked for (${named || asked}), then ${secrets || 'the target'}${granted(status)}.`
    return isOfWrongInput(status) && isOfNone(refused) ? `${checkAddress(hindered)} If it is right, c${check}` : `C${check}`
  }
  return secrets ? remedyOfSecrets(hindered) : `Check the address ${addresses}.`
}

/** What to do where answers say by themselves what is wrong. */
function remedyOfWords({ refused, operations, status, secrets, addresses }: Hindered): string | undefined {
  const say = (words: RegExp) => refused.every(({ exchange }) => words.test(ownWords(exchange.response)))
  if (operations.every(({ movesMoney }) => movesMoney) && (status === 402 || say(lacksFunds)))
    return 'Fund the account that withdrawals are taken from, or ask for a smaller amount.'
  if (status === 421 || say(isOfHost))
    return `Set the address to the name of the host that the target goes by: it turns away what is sent to ${addresses}.`
  if (status === 451 || say(isOfMachine)) return 'Ask whoever runs it to let in the IP address of this machine.'
  if (secrets && say(isOfAccount))
    return `Ask whoever runs it about the account that ${secrets} ${secrets.includes(',') ? 'belong' : 'belongs'} to.`
  if (operations.every(isSigned) && say(isOfTime) && say(isOfForm))
    return 'Assay sends the time as the source says, so it is the target that has to be fixed; an overlay may say another unit (docs/overlays.md).'
  if (operations.every(isSigned) && say(isOfTime) && !say(/signature/i))
    return `Compare the clocks of this machine and of the target, then check ${secrets}.`
  return undefined
}

function remedyOfSecrets({ examined, refused, operations, status, secrets }: Hindered): string {
  const isTimed = refused.some(({ operation, exchange }) => isSigned(operation) && !headerValue(exchange.response.headers, 'date'))
  const clock = isTimed ? ', and the clock of this machine: the target does not tell its own time' : ''
  const remark = odd(examined, refused, secrets)
  if (status === 403) return `Check ${secrets}${remark}${granted(status)}.`
  const signed = operations.every(isSigned)
    ? ' If they are right, compare what the target signs with `assay sign --explain`, part by part.'
    : ''
  const check = `Check ${secrets}${clock}${remark}.${signed}`
  const mayBeLocked = refused.length > 1 && examined.exchanges.some(({ role }) => role === openingRole)
  return mayBeLocked ? `${check} If \`assay doctor\` is let in with them, clients are locked out after few failures.` : check
}

const lacksFunds = /insufficient|not enough|balance|funds/i
const isOfHost = /\bhost ?(?:header|name)\b|(?:invalid|unknown|wrong|this) host\b|allowed_?hosts/i
const isOfMachine = /(?<![a-z])IP(?![a-z])/i
const isOfAccount =
  /suspend|deactivat|(?:subscription|plan)\b.*(?:expire|ended|cancel|lapse)|\btrial\b|account \w+ (?:disabled|closed|blocked|locked|not active)/i
const isOfForm = /\b(?:in|as|of|valid) (?:unix |epoch )?(?:milli)?seconds?\b|\bISO\b|\bRFC|\bformat|\bdigits|\binteger|\bunix/i
const isOfTime =
  /time-?_? ?stamp|clock|\btime\b|window|stale|(?:request|signature|nonce) (?:is |has )?expired|expired (?:request|signature|nonce)/i

function granted(status: number): string {
  return status === 403 ? ', and ask whether access was granted, to the IP address of this machine too' : ''
}

const isOfAccess = /auth|merchant|token|credential|\bkey|denied|forbidden|permission|signature/i

/** True for operations that ask for and present different things, and are refused alike without a word about access: it may be about neither. */
function isOfNone(refused: readonly Control[]): boolean {
  return refused.length > 2 && refused.every(({ exchange }) => !isOfAccess.test(ownWords(exchange.response)))
}

/** True if a wrong request was answered as the right one was, with a success that is no refusal. */
export function isIndifferent({ exchanges }: Examined, { operation, exchange }: Control): boolean {
  const { response } = exchange
  const wrong = exchanges.find(({ operation: id, role }) => id === operation.id && role === openingRole)?.response
  const words = ownWords(response)
  const isRefusal = classify(operation, exchange) === 'refused' && (/\s/.test(words) || isOfAccess.test(words))
  return isSuccessful(response.status) && !isRefusal && wrong !== undefined && isAlike(wrong, response)
}

/** True if wrong credentials were refused, and the right ones answered otherwise: they seem to be known. */
function isKnown({ examined: { exchanges }, refused, asked }: Hindered): boolean {
  const isToldApart = ({ operation, exchange }: Control) => {
    const wrong = exchanges.find(({ operation: id, role }) => id === operation.id && role === openingRole)
    if (!wrong || classify(operation, wrong) !== 'refused') return false
    return wrong.response?.status !== exchange.response.status || classify(operation, exchange) !== 'refused'
  }
  return asked !== '' && refused.every(isToldApart)
}

/** True where the same address serves other operations, so that it is no wrong one. */
function isServed({ refused, accepted }: Hindered): boolean {
  const baseAsked = ({ operation, exchange }: Control) => askedBase(operation, exchange.request.url)
  const bases = new Set(accepted.map(baseAsked))
  return refused.every((control) => bases.has(baseAsked(control)))
}

/** What to do where the same address serves other operations. */
function served(hindered: Hindered): string | undefined {
  if (!isServed(hindered)) return undefined
  const { refused, accepted } = hindered
  const ids = accepted.map(({ operation }) => operation.id)
  return `The address serves other operations: let it serve ${refused.map(({ operation: { method, path } }) => `${method} ${path}`).join(' and ')}, or leave out what it does not offer (--operations ${ids.join(',')}).`
}

/** How to judge the other operations, where they are there. */
function without({ accepted }: Hindered): string {
  const ids = accepted.map(({ operation }) => operation.id)
  return ids.length > 0 ? ` If the target has no such operation, leave it out (--operations ${ids.join(',')}).` : ''
}

/** What is odd about the secrets of operations, and which hold the same: the first of it. */
function odd({ contract, target }: Examined, refused: readonly Control[], named: string): string {
  const secrets = secretsOf(contract, target)
  const remarks = refused.flatMap(({ operation, exchange }) => {
    return settingsOf(operation).flatMap((name) => {
      const own = secrets.find((secret) => secret.name === name)
      if (!own) return []
      const same = secrets.find(({ name: other, value }) => other !== name && value === own.value)
      const remark = oddity(own.value, exchange.startedAt) ?? (same && `holds the same as ${settingVariable(contract, target, same.name)}`)
      const variable = settingVariable(contract, target, name)
      return remark ? [`: ${variable === named ? 'it' : variable} ${remark}`] : []
    })
  })
  return remarks[0] ?? ''
}

function checkAddress(hindered: Hindered): string {
  return `Check the address ${hindered.addresses}: ${placesIn(hindered)}`
}

/** What of an address may be wrong, and the end of it with which the path of an operation begins. */
function placesIn({ examined: { target }, operations }: Hindered): string {
  const [doubled = ''] = operations.flatMap(({ id, base, path }) => {
    const { pathname } = new URL(target.bases[base] ?? 'none:')
    const steps = path.split('/').slice(1, -1)
    const starts = steps.map((_, index) => `/${steps.slice(0, index + 1).join('/')}`)
    const start = starts.findLast((text) => pathname.replace(/\/+$/, '').endsWith(text))
    return start ? ` It ends in ${start}, with which the path of ${id} begins.` : []
  })
  return `its scheme, port and path prefix.${doubled}`
}

export const waitForLimit = () => 'Ask whether a limit of this hour or day is used up, or run again later.'
