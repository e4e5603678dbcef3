import type { Contract } from '../../contracts/contract.ts'
import { consumerChecks } from '../traffic/consumer-catalogue.ts'
import { trialsOf } from './coping/coping.ts'

/** The checks that bind the command and not the interface. */
export const [commandCheck, connectionsCheck] = ['gate.command', 'gate.connections']

export function variantCheck(name: string): string {
  return `gate.variant.${name}`
}

export async function gateCheckIds(contract: Contract): Promise<string[]> {
  const variants = await trialsOf(contract, { variants: true, mutants: false }, [])
  return [
    ...consumerChecks(contract).map(({ id }) => id),
    commandCheck,
    connectionsCheck,
    ...variants.map(({ name }) => variantCheck(name)),
  ]
}
