import { createHash } from 'node:crypto'
import type { RecordOptions } from './options.ts'
import { otherTerminals } from './settings.ts'

/** All payments of all terminals, newest first; `arrived` of the first terminal came in since the server started. */
export function payments(terminal: string, { payments: count = 57, ...options }: RecordOptions, arrived: number): unknown[] {
  const own = Array.from({ length: count + arrived }, (_, index) => payment(terminal, index, options))
  const others = Array.from({ length: 23 }, (_, index) => payment(otherTerminals.busy, index, options))
  return [...own, ...others].reverse()
}

const chains = [
  ['usdt', 'BSC_MAINNET'],
  ['usdt', 'TRON'],
  ['eth', 'ETHEREUM_MAINNET'],
  ['usdc', 'POLYGON_AMOY'],
] as const

function payment(terminalId: string, index: number, options: RecordOptions): unknown {
  const [token, network] = chains[index % chains.length] ?? chains[0]
  const { statuses = ['SUCCESS'], networks, tokenCase, addresses } = options
  const hash = createHash('sha256').update(`${terminalId} ${index}`).digest('hex')
  return {
    terminalId,
    token: tokenCase === 'upper' ? token.toUpperCase() : token,
    trxRefId: `${terminalId}${String(index).padStart(6, '0')}`,
    status: statuses[index % statuses.length] ?? 'SUCCESS',
    amount: Number((5 + index * 1.25).toFixed(2)),
    fee: Number((0.1 + (index % 5) * 0.05).toFixed(2)),
    trx_hash: `0x${hash}`,
    network: networks?.[index % networks.length] ?? network,
    to: addresses === 'tron' ? `T${hash.slice(0, 33).replaceAll('0', 'x')}` : `0x${hash.slice(0, 40)}`,
  }
}
