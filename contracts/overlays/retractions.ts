import type { Node } from '../../text/json/node.ts'
import { pointerStep } from '../../text/json/pointer.ts'
import type { Contract, Operation } from '../contract.ts'
import { placedOperations } from './placed-operations.ts'

/** What a changed document takes back of money and of credentials that guard it, or says of it in vain, one sentence each. */
export function retractions(content: Node, contract: Contract, own: Contract): string[] {
  return [...unsecured(contract, own), ...disbelieved(content, contract, own)]
}

/** Whoever moves money without a credential would be found to conform. */
function unsecured({ operations }: Contract, own: Contract): string[] {
  const moving = own.operations.filter(({ movesMoney }) => movesMoney)
  const open = operations.filter(({ authentication }) => authentication.kind === 'none')
  return open
    .filter(({ id, method, path }) => moving.some((each) => each.id === id || (each.method === method && each.path === path)))
    .map(({ id }) => `${id} moves money, and asks for no credentials any more, which no overlay takes back (security).`)
}

/** What is likely to move money is guarded whatever is said of it, and by what the document says of its own the others are known. */
function disbelieved(content: Node, { operations }: Contract, own: Contract): string[] {
  return placedOperations(content).flatMap(([at, stated]) => {
    const same = ({ method, path }: Operation) => at === `/paths/${pointerStep(path)}/${method.toLowerCase()}`
    const isGone = own.operations.some((each) => each.movesMoney && same(each)) && stated['x-money'] !== true
    const isIdle = stated['x-money'] === false && operations.some((each) => each.movesMoney && same(each))
    if (isGone) return [`${at}/x-money: it moves money, which no overlay takes back.`]
    return isIdle
      ? [`${at}/x-money: it is signed or asked for as what moves money is, and guarded like it whatever this says; leave it out.`]
      : []
  })
}
