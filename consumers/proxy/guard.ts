import type { Contract, Operation } from '../../contracts/contract.ts'
import { credentialHeaders, isSigned } from '../../contracts/operation-kinds.ts'
import { headerValue } from '../../engine/exchange.ts'
import { addressed } from '../traffic/address.ts'
import type { Head } from './framing.ts'

/** Why a request must not reach a service beyond this machine; undefined where it may. What cannot be read must not. */
export function createGuard(
  contract: Contract,
  bases: Readonly<Record<string, string>>,
  origin: string,
): (head: Head | 'unreadable') => string | undefined {
  const paying = contract.operations.filter(({ movesMoney }) => movesMoney)
  return (head) => {
    if (head === 'unreadable') return `${refused} It is not HTTP/1.1 that can be read, so it might move money.`
    const [method = '', target = ''] = head.line.split(' ')
    const url = target.startsWith('/') ? `${origin}${target}` : target
    const found = addressed(contract, bases, { method, url }, () => true)
    const addresses = [target, ...head.headers.flatMap(([name, value]) => (isAddress.test(name) ? [value] : []))]
    const meant = 'operation' in found && found.operation.movesMoney ? found.operation : paying.find((each) => mayBeFor(each, addresses))
    if (meant && (!isReading(method, head) || 'operation' in found)) return `${refused} ${meant.id} moves money: ${allowed}`
    const alike = 'operation' in found || isReading(method, head) ? undefined : paying.find((each) => isSignedAs(each, head))
    return alike && `${refused} It is signed as ${alike.id} is, so it may move money: ${allowed}`
  }
}

const allowed = 'allow it with --allow-withdrawals.'

/** True for a request with all the headers by which an operation is signed: others that the source only names are signed alike. */
function isSignedAs(operation: Operation, { headers }: Head): boolean {
  return isSigned(operation) && credentialHeaders(operation).every((name) => headerValue(headers, name) !== undefined)
}

const refused = 'The proxy did not pass this on.'

/** Headers by which a gateway may send a request elsewhere (X-Original-URL, say), or that name what it is for. */
const isAddress = /^x-.*(?:url|uri|path|rewrite)$|action$/i

/** True for an address that a service may take for an operation's, however it is spelt, and wherever in it. */
function mayBeFor({ path }: Operation, addresses: readonly string[]): boolean {
  const last = path.split('/').findLast((segment) => segment !== '' && !segment.startsWith('{')) ?? path
  return addresses.some((address) => spelledPlainly(address).includes(spelledPlainly(last)))
}

/** Percent-encoding, IIS' own too, undone as often as there is any, each escape by itself, so that a broken one hides no other. */
function spelledPlainly(address: string): string {
  let text = address
  for (let layer = 0; layer < 3; layer += 1)
    text = text
      .replace(/%u([\da-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replace(/(?:%[\da-f]{2})+/gi, (escapes) => Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8'))
  return text.normalize('NFKC').toLowerCase()
}

/** A body, and what says that another method is meant, belong to no request that only reads. */
function isReading(method: string, { line, headers }: Head): boolean {
  const meansMore = /[?&]_method=/i.test(line) || headers.some(([name, value]) => isOfMore.test(name) && value.trim() !== '0')
  return !meansMore && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
}

const isOfMore = /^(?:x-.*method.*|content-length|transfer-encoding)$/i
