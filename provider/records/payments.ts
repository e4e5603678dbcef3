import { sha256 } from '../../text/digest.ts'
import type { RecordOptions } from '../behaviour.ts'
import { otherTerminals } from '../reference-settings.ts'

/** All payments of all terminals after so many inquiries were answered. */
export function payments(terminal: string, options: RecordOptions, inquiries: number): unknown[] {
  const { payments: count = 57, order, settling = 0 } = options
  const own = Array.from({ length: count + arrived(options, inquiries) }, (_, index) => payment(terminal, index, options))
  const others = Array.from({ length: 23 }, (_, index) => payment(otherTerminals.busy, index, options))
  const isPending = (index: number) => index >= count - settledAtOnce && inquiries < settling
  const settled = own.map((each, index) => (isPending(index) ? { ...each, status: 'PENDING', fee: 0 } : each))
  return order === 'oldest-first' ? [...settled, ...others] : [...settled, ...others].reverse()
}

/** A block settles all payments in it. */
const settledAtOnce = 12

function arrived({ arriving = 0 }: RecordOptions, inquiries: number): number {
  if (typeof arriving === 'number') return arriving * inquiries
  return inquiries >= arriving.after ? arriving.payments : 0
}

const chains = [
  ['usdt', 'BSC_MAINNET'],
  ['usdt', 'TRON'],
  ['eth', 'ETHEREUM_MAINNET'],
  ['usdc', 'POLYGON_AMOY'],
] as const

const alikeEvery = 7

function payment(terminalId: string, place: number, options: RecordOptions): object {
  const { statuses = ['SUCCESS'], networks, tokenCase, addresses, alike } = options
  const like = alike && place % alikeEvery === 1 ? place - 1 : place
  const index = alike === 'whole' ? like : place
  const [token, network] = chains[index % chains.length] ?? chains[0]
  const hash = sha256(`${terminalId} ${index}`)
  return {
    terminalId,
    token: tokenCase === 'upper' ? token.toUpperCase() : token,
    trxRefId: `${terminalId}${String(like).padStart(6, '0')}`,
    status: statuses[index % statuses.length] ?? 'SUCCESS',
    amount: Number((5 + index * 1.25).toFixed(2)),
    fee: Number((0.1 + (index % 5) * 0.05).toFixed(2)),
    trx_hash: `0x${hash}`,
    network: networks?.[index % networks.length] ?? network,
    to: addresses === 'tron' ? `T${hash.slice(0, 33).replaceAll('0', 'x')}` : `0x${hash.slice(0, 40)}`,
  }
}
