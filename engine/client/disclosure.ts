import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialSettings } from '../../contracts/needed-settings.ts'
import { isSigned, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { partValues, type SigningInput, sign, unlessMissing } from '../../contracts/signing.ts'
import { memoized } from '../../language/memoized.ts'
import { bodyMembers, bodyText, type Exchange, headerValue, type SentRequest } from '../exchange.ts'
import type { Target } from '../target.ts'

/** What an answer tells that lets anybody in and its request did not hold: settings of credentials and signing keys, and `signature`. */
export function disclosedIn(contract: Contract, { settings }: Target, operation: Operation, { request, response }: Exchange): string[] {
  if (!response) return []
  const signatures = rightSignatures(operation, settings, request).flatMap((value) => proofOf('signature', value))
  const proofs = [...settledProofs(contract)(settings), ...signatures]
  const told = (text: string) => proofs.filter(({ forms }) => forms.some((form) => text.includes(form)))
  const found = new Set(told(written(response.headers.map(([, value]) => value).join('\n'))))
  for (const text of piecesOf(response.body)) for (const proof of told(written(text))) found.add(proof)
  if (found.size === 0) return []
  const sent = written([request.url, ...request.headers.flat(), inBytes(request.body)].join('\n'))
  return [...found].filter(({ name, forms }) => !forms.some((form) => isHeld(sent, name, form))).map(({ name }) => name)
}

/** A signature that is like the right one may be an altered right one, of which an answer may have made it. */
function isHeld(sent: string, name: string, form: string): boolean {
  const pieces = name === 'signature' ? form.match(/.{12}/gs) : undefined
  return (pieces ?? [form]).some((piece) => sent.includes(piece))
}

/** A secret that is enough to get in, in the forms in which an answer may write it. */
function proofOf(name: string, value: string | undefined) {
  return value !== undefined && isOddEnough(value) ? [{ name, forms: formsOf(value) }] : []
}

/** A letter a byte, as headers are read: a long list with other letters would take twice its room as UTF-8. */
function inBytes(bytes: Buffer = Buffer.alloc(0)): string {
  return bytes.toString('latin1')
}

/** A text in pieces that overlap by more than a secret takes: a long list, whole and in lower case, would take twice its room. */
function* piecesOf(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += longestPiece) yield inBytes(bytes.subarray(at, at + longestPiece + overlap))
}

const longestPiece = 1 << 20
const overlap = 1 << 14

/** What is the same for every request of a target. */
const settledProofs = memoized((contract: Contract) =>
  memoized((settings: Target['settings']) => settingsThatProve(contract).flatMap((name) => proofOf(name, settings[name]))),
)

/** A value as it is, without its marks, in hexadecimal, and in base64, of its letters or of the bytes that it stands for. */
function formsOf(value: string): string[] {
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(value) ? [Buffer.from(value), Buffer.from(value, 'hex')] : [Buffer.from(value)]
  const encoded = bytes.flatMap((each) => [each.toString('base64').replace(/=+$/, ''), each.toString('base64url')])
  const bare = value.replace(/[^a-z0-9]/gi, '')
  return [inBytes(Buffer.from(value)), Buffer.from(value).toString('hex'), ...(isOddEnough(bare) ? [bare] : []), ...encoded].map((form) =>
    form.toLowerCase(),
  )
}

/** The signature that a request ought to have had, also with the right key if it has another; none where it lacks what is signed. */
export function rightSignatures(operation: Operation, settings: Target['settings'], request: Signed): readonly string[] {
  return isSigned(operation) ? signaturesBy(operation)(settings)(request) : []
}

type Signed = Pick<SentRequest, 'headers' | 'body'>

/** Asked for when a request is answered, and by the report. */
const signaturesBy = memoized((operation: SignedOperation) =>
  memoized((settings: Target['settings']) => memoized((request: Signed) => signaturesOfRequest(operation, settings, request))),
)

function signaturesOfRequest(operation: SignedOperation, settings: Target['settings'], request: Signed): string[] {
  const { construction } = operation.authentication.signature
  return signingInputs(operation, settings, request).map((input) => sign(construction, input))
}

/** What the signature of a request is made of, under its own key and under the right one; none where it lacks what is signed. */
export function signingInputs(operation: SignedOperation, settings: Target['settings'], request: Signed): SigningInput[] {
  const { key, timestamp, signature } = operation.authentication
  const { construction } = signature
  const secret = settings[construction.key]
  const keys = new Set([headerValue(request.headers, key.header), settings[key.setting]])
  return [...keys].flatMap((given) => {
    const headers = { [key.header]: given, [timestamp.header]: headerValue(request.headers, timestamp.header) }
    const values = unlessMissing(() => partValues(construction, { headers, settings, body: bodyMembers(request) }))
    return values === undefined || secret === undefined ? [] : { values, secret, body: bodyText(request) }
  })
}

/** The settings that are enough to get in: a key's id or a merchant's code proves nothing by itself, and a refusal may name whom it refuses. */
const settingsThatProve = memoized(({ operations }: Contract): readonly string[] => {
  const used = operations.map(credentialSettings)
  return [...new Set(used.flatMap(({ kept, presented }) => (kept.length > 0 ? kept : presented)))]
})

/** Refusals contain words such as `access_token` whatever the credential is. */
function isOddEnough(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value)
}

/** A text in lower case, and a short one without marks too, as they may stand within a value: between pairs of its digits, say. */
function written(text: string): string {
  const plain = text.toLowerCase()
  return plain.length > longestRefusal ? plain : `${plain}\n${plain.replace(/[^a-z0-9]/g, '')}`
}

/** Lists of records are longer. */
const longestRefusal = 1 << 14
