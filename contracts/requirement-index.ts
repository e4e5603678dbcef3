import { memoized } from '../language/memoized.ts'
import type { Contract, Requirement } from './contract.ts'

/** The requirement of an id, where the contract has it: each check of a run asks for its own. */
export function requirementOf(contract: Contract, id: string): Requirement | undefined {
  return index(contract).get(id)
}

const index = memoized(({ requirements }: Contract) => new Map(requirements.map((requirement) => [requirement.id, requirement])))
