import { type Construction, partInHeader, signatureInWords } from '../../../contracts/construction.ts'
import type { Operation, SignedHeaders } from '../../../contracts/contract.ts'
import { settingValue } from '../../../contracts/needed-settings.ts'
import { isSigned } from '../../../contracts/operation-kinds.ts'
import { statedTime } from '../../../contracts/signed-time.ts'
import { partValues, type SigningInput, sign, unlessMissing, withPart } from '../../../contracts/signing.ts'
import { regExpEscaped } from '../../../contracts/wildcard.ts'
import { Inconclusive } from '../../../engine/evidence/evidence.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import { defined } from '../../../language/defined.ts'
import { timestampForm } from '../../../provider/judgement/timestamp.ts'
import { absent, shortened } from '../../../text/excerpt.ts'
import { jsonValue } from '../../../text/json/json-text.ts'
import { pointerSteps } from '../../../text/json/pointer.ts'
import { valuesUnder } from '../../client-request.ts'
import type { Explanation, Signed } from '../../explanation/given-signature.ts'
import { explainAll, questionsAbout } from '../../explanation/signature-explanation.ts'
import { isUnixTime } from '../../unix-time.ts'
import { type Briefing, type ConsumerCheck, isFormed, keptValues, noFindings, requestCheck, sequenceCheck } from '../consumer-check.ts'
import { type Sent, sentFields } from '../sent-request.ts'

/** What binds the signed headers of an operation: the form of its timestamp, its age, and the signature. */
export function consumerSignatureChecks(operation: Operation): ConsumerCheck[] {
  if (!isSigned(operation)) return []
  const { timestamp } = operation.authentication
  return [
    timestampCheck(operation, timestamp),
    signatureCheck(operation, operation.authentication),
    requestCheck(operation, 'sends.fresh-time', 'The timestamp is the time at which it is sent', (sent) => {
      const age = ageOf(sent, timestamp)
      if (age === undefined) return undefined
      const found = `${Math.abs(Math.round(age / 1000))} s ${age > 0 ? 'before' : 'after'} it came`
      return Math.abs(age) <= freshness
        ? noFindings
        : [{ at: `header ${timestamp.header}`, expected: 'the time of the request', actual: found }]
    }),
    sequenceCheck(operation, 'sends.new-time', 'No timestamp is sent twice', () => {
      const seen = new Set<string>()
      return {
        see: (sent) => {
          if (ageOf(sent, timestamp) === undefined) return undefined
          const [value = ''] = valuesUnder(sent, timestamp.header)
          const isNew = !seen.has(value)
          if (seen.size >= mostTimes) seen.clear()
          seen.add(value)
          return isNew
            ? noFindings
            : [{ at: `header ${timestamp.header}`, expected: 'a time of its own', actual: 'one that was sent before' }]
        },
      }
    }),
  ]
}

/** How many timestamps are remembered: a repeated one comes soon after the first. */
const mostTimes = 100_000

/** How far a timestamp may be from this machine's clock, in milliseconds. */
const freshness = 30_000

type Timestamp = SignedHeaders['timestamp']

/** How old a timestamp was on arrival, in milliseconds; undefined if it is none. */
function ageOf(sent: Sent, { header, unit }: Timestamp): number | undefined {
  const [value = '', ...more] = valuesUnder(sent, header)
  if (more.length > 0 || !isUnixTime(value, unit)) return undefined
  if (sent.lacks.time !== undefined) throw new Inconclusive(sent.lacks.time)
  return sent.exchange.startedAt - statedTime(value, unit)
}

/** The number of digits tells the unit, from 2001 to 2286: thirteen in milliseconds, ten in seconds. */
function timestampCheck(operation: Operation, { header, unit }: Timestamp): ConsumerCheck {
  const expected = `an integer number of ${unit} since the Unix epoch`
  return requestCheck(operation, `request.header.${header.toLowerCase()}`, `${header}: ${expected}`, (sent) => {
    const values = keptValues(sent, header)
    const [value = ''] = values
    if (values.length === 1 && isUnixTime(value, unit)) return noFindings
    return [{ at: `header ${header}`, expected, actual: values.map((each) => withForm(each, sent)).join(', ') || absent }]
  })
}

/** What was sent, and what it is if it is in another unit or a date. */
function withForm(value: string, { lacks, exchange }: Sent): string {
  const form = lacks.time === undefined ? timestampForm(value, exchange.startedAt) : 'something else'
  return form === 'something else' ? shortened(value, 60) : `${shortened(value, 60)} (${form})`
}

/** How many wrong signatures are kept to be explained together, and how many characters each may sign: a search tries thousands of forms. */
const mostWrong = 200
const longestExplained = 4096

const mostShown = 20

interface Wrong {
  readonly id: string
  /** None where it is too long to be explained. */
  readonly signed: Signed | undefined
}

function signatureCheck(operation: Operation, authentication: SignedHeaders): ConsumerCheck {
  const { header, construction } = authentication.signature
  const expected = signatureInWords(construction)
  const check = sequenceCheck(operation, `request.header.${header.toLowerCase()}`, `${header}: ${expected}`, (briefing) => {
    const wrong: Wrong[] = []
    let unexplained = 0
    let [isJudged, lacksPart] = [false, false]
    return {
      see: (sent) => {
        if (!isFormed(sent)) return undefined
        const values = keptValues(sent, header)
        const [signature = ''] = values
        if (values.length !== 1)
          return [{ at: `header ${header}`, expected, actual: values.length === 0 ? absent : `${values.length} times` }]
        const input = inputOf(authentication, briefing, sent)
        lacksPart ||= input === undefined
        if (!input) return undefined
        isJudged = true
        if (signature === sign(construction, input) || signature === withGivenKey(authentication, briefing, input)) return noFindings
        if (isDecoy(authentication, briefing, sent, signature)) return undefined
        const isShort = [input.body ?? '', ...Object.values(input.values)].join('').length <= longestExplained
        if (wrong.length < mostWrong) wrong.push({ id: sent.exchange.id, signed: isShort ? { input, answer: { signature } } : undefined })
        else unexplained += 1
        return noFindings
      },
      isNeeded: (id) => wrong.length <= mostShown && wrong.at(-1)?.id === id,
      *end() {
        if (lacksPart && !isJudged)
          throw new Inconclusive('No request has all that is signed as strings, so that no signature could be judged.')
        yield* wrongFindings(operation, authentication, wrong, unexplained)
      },
    }
  })
  return { ...check, needs: [construction.key, ...construction.parts.flatMap(({ setting }) => setting ?? [])] }
}

/** What a request's signature should be made of; undefined if a part is no string, which is a finding of its own. */
function inputOf({ signature: { construction } }: SignedHeaders, { settings }: Briefing, sent: Sent): SigningInput | undefined {
  if (sent.lacks.body !== undefined || sent.exchange.request.truncated) throw new Inconclusive(sent.lacks.body ?? 'Its body was not kept.')
  const headers = Object.fromEntries(construction.parts.flatMap(({ header }) => (header ? [[header, keptValues(sent, header)[0]]] : [])))
  const body = sent.exchange.request.body?.toString('utf8') ?? ''
  const values = unlessMissing(() => partValues(construction, { headers, settings, body: sentFields(sent) ?? {} }))
  return values && { values, secret: settingValue(settings, construction.key), body }
}

/** The signature over the key that was given, whatever the header holds: an altered key is a finding of its own. */
function withGivenKey(
  { key, signature: { construction } }: SignedHeaders,
  { settings }: Briefing,
  input: SigningInput,
): string | undefined {
  const part = partInHeader(construction, key.header)
  const given = settings[key.setting]
  return part && given !== undefined ? sign(construction, withPart(input, part.name, given)) : undefined
}

/** Signed with the secret or merchant code that tests of refusals use: wrong on purpose. */
function isDecoy(authentication: SignedHeaders, briefing: Briefing, sent: Sent, signature: string): boolean {
  const { construction } = authentication.signature
  const names = new Set([construction.key, ...construction.parts.flatMap(({ setting }) => setting ?? [])])
  return Object.entries(briefing.decoys).some(([name, decoy]) => {
    if (!names.has(name)) return false
    const settings = { ...briefing.settings, [name]: decoy }
    const input = inputOf(authentication, { ...briefing, settings }, sent)
    return input !== undefined && sign(construction, input) === signature
  })
}

function wrongFindings(
  operation: Operation,
  { signature: { header, construction } }: SignedHeaders,
  wrong: readonly Wrong[],
  more: number,
): Finding[] {
  const given = wrong.flatMap(({ signed }) => signed ?? [])
  const explanations = explainAll(construction, given, questionsAbout([operation], construction))
  const explained = wrong.map(({ id, signed }) => ({
    id,
    explanation: signed && (repeated(construction, signed) ?? explanations[given.indexOf(signed)]),
  }))
  const groups = [...Map.groupBy(explained, ({ explanation }) => explanation?.title)]
  return groups.map(([title, group], at) => {
    const [{ id, explanation }] = group
    const mistake = explanation?.mistake
    const words = title === undefined ? 'another value, which no known mistake explains' : `it signs ${title}`
    return defined({
      at: `header ${header}`,
      expected: signatureInWords(construction),
      actual: `${words}${mistake ? ` (${mistake})` : ''}`,
      count: group.length + (at === 0 ? more : 0),
      exchange: id,
    })
  })
}

/** A field that occurs more than once in a body, if another than the last one, which counts, was signed. */
function repeated(construction: Construction, { input, answer }: Signed): Explanation | undefined {
  for (const { name, header, setting, body = `/${name}` } of construction.parts) {
    if (header || setting) continue
    const values = textsOf(input.body ?? '', pointerSteps(body).at(-1) ?? '')
    const at = values.findIndex((value) => sign(construction, withPart(input, name, value)) === answer.signature)
    if (at >= 0 && values.length > 1)
      return { title: `${name} number ${at + 1} of the ${values.length} in its body, of which the last counts` }
  }
  return undefined
}

/** How many values of one key are looked at. */
const mostRepeated = 10

function textsOf(json: string, key: string): string[] {
  const found = json.matchAll(new RegExp(`${regExpEscaped(JSON.stringify(key))}\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`, 'g'))
  return [...found.take(mostRepeated)].map(([, text = '']) => jsonValue(text)).filter((value) => typeof value === 'string')
}
