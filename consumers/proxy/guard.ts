import type { Contract, Operation } from '../../contracts/contract.ts'
import { percentDecoded } from '../../spec/percent.ts'
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
    const meant =
      'operation' in found && found.operation.movesMoney ? found.operation : paying.find((operation) => mayLeadTo(operation, url))
    return meant && (!isReading(method, head) || 'operation' in found)
      ? `${refused} ${meant.id} moves money: allow it with --allow-withdrawals.`
      : undefined
  }
}

const refused = 'The proxy did not pass this on.'

/** True for a path that a service may take for an operation's, however it is spelt. */
function mayLeadTo({ path }: Operation, url: string): boolean {
  const last =
    path
      .split('/')
      .filter((segment) => segment !== '' && !segment.startsWith('{'))
      .at(-1) ?? path
  return plain(url).includes(plain(last))
}

function plain(url: string): string {
  let text = url.split('?')[0] ?? ''
  for (let layer = 0; layer < 3; layer += 1) text = percentDecoded(text)
  return text.toLowerCase()
}

function isReading(method: string, { headers }: Head): boolean {
  const overrides = headers.some(([name]) => /method-override/i.test(name))
  return !overrides && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')
}
