import type { Construction } from '../../contracts/construction.ts'
import { isTimestamp } from '../../contracts/mistakes/mistake.ts'
import type { Constructed } from './lax-construction.ts'

/**
 * Why a verifier may refuse right signatures that looks at more than them: at when they are made, or whether they came before. In a sentence;
 * undefined where neither explains which it refuses. How old a request may be, and whether it may come again, is no part of a signature.
 */
export function untimelyRefusals({ parts }: Construction, compared: readonly Constructed[]): string | undefined {
  const rights = compared.filter(({ right, given }) => right === given)
  const timestamp = parts.find(isTimestamp)?.name ?? ''
  const timeOf = ({ input }: Constructed) => input.values[timestamp] ?? ''
  const isOnce = (told: (each: Constructed) => string) =>
    rights.every((each, at) => each.accepted === (rights.findIndex((other) => told(other) === told(each)) === at))
  if (rights.every(({ accepted }) => accepted)) return undefined
  if (isOnce(timeOf)) return `It takes each ${timestamp} once: leave that out here, for several vectors have the same.`
  const sent = parts.filter(({ header }) => header !== undefined).map(({ name }) => name)
  if (isOnce(({ input }) => JSON.stringify(sent.map((name) => input.values[name]))))
    return `It takes each ${timestamp} of a client once: leave that out here, for several vectors have the same.`
  if (isOnce(({ given }) => given)) return 'It takes each signature once: leave that out here, for some vectors have the same.'
  const [newest, oldest] = [false, true].map((wanted) =>
    rights.filter(({ accepted }) => accepted === wanted).map((each) => Number(timeOf(each))),
  )
  const isOld = Math.max(...(newest ?? [])) < Math.min(...(oldest ?? []))
  return isOld
    ? `If it takes only a ${timestamp} near its own clock, leave that out here: those of the vectors are fixed, and long ago.`
    : undefined
}
