import type { Construction, SignedPart } from '../../contracts/construction.ts'
import { isTimestamp } from '../../contracts/mistakes/mistake.ts'
import type { Change } from '../../contracts/mistakes/signing-procedure.ts'
import { sign, withPart } from '../../contracts/signing.ts'
import type { Signed } from '../explanation/given-signature.ts'
import { made, type Slip, type Suspect } from '../explanation/suspects.ts'
import type { Interval } from './signer.ts'

const longestSearch = 20_000

/** How many signatures are tried for a second mistake beside the clock: it takes some seconds. */
const mostTried = 400_000

/** The suspect that signs the time of its own clock instead of the one it is given. */
export function clock(construction: Construction, asked: Interval): Suspect[] {
  const part = construction.parts.find(isTimestamp)
  return part ? [suspectOf(construction, part, timesWithin(part, asked))] : []
}

/** Suspects that read their own clock and make a second mistake, which together make the signature that is given. */
export function clockAnd(construction: Construction, all: readonly Slip[], asked: Interval, given: Signed): Suspect[] {
  const part = construction.parts.find(isTimestamp)
  if (!part) return []
  const times = timesWithin(part, asked)
  const common = all.filter(({ mistake }) => !mistake.explains)
  const tried = [all, common].find((slips) => slips.length * times.length <= mostTried) ?? []
  return tried.flatMap((slip) => {
    const suspect = suspectOf(construction, part, times, slip)
    return suspect.makes(given) ? suspect : []
  })
}

/** The suspect that signs a time shortly before or after the one that it sends, as it reads its clock for each. */
export function clockTwice(construction: Construction, given: Signed): Suspect[] {
  const part = construction.parts.find(isTimestamp)
  if (!part) return []
  const [reach, usually] = part.unit === 'seconds' ? seconds : milliseconds
  const away = between(-reach, reach).find((offset) => isMadeBeside(construction, part, given, offset))
  if (away === undefined) return []
  const title = `a time near the ${part.name} that it sends, as if it read its clock twice`
  const usual = between(away - usually, away + usually)
  return [{ explanation: { title }, makes: (signed) => usual.some((offset) => isMadeBeside(construction, part, signed, offset)) }]
}

/** How far apart two readings of a clock may be, and how much more or less than where it was found first they mostly are elsewhere. */
const milliseconds = [2000, 50] as const
const seconds = [2, 1] as const

function between(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index).filter((offset) => offset !== 0)
}

function isMadeBeside(construction: Construction, { name }: SignedPart, { input, answer }: Signed, offset: number): boolean {
  const sent = input.values[name] ?? ''
  if (!/^\d{1,15}$/.test(sent)) return false
  return sign(construction, withPart(input, name, String(Number(sent) + offset))) === answer.signature
}

function suspectOf(construction: Construction, part: SignedPart, times: readonly string[], slip?: Slip): Suspect {
  const title = `the time of its own clock instead of the ${part.name} that it is given`
  const change: Change = slip?.change ?? ((procedure) => procedure)
  const isMadeAt = ({ input, answer }: Signed, time: string) =>
    made(construction, change, withPart(input, part.name, time)).includes(answer.signature)
  // Most are signed at about the time of the one before.
  let last = 0
  const makes = (signed: Signed) => {
    const start = Math.max(0, last - 50)
    const near = times.slice(start, last + 50).findIndex((time) => isMadeAt(signed, time))
    const found = near >= 0 ? start + near : times.findIndex((time) => isMadeAt(signed, time))
    if (found >= 0) last = found
    return found >= 0
  }
  const explanation = slip
    ? { mistake: `reads-clock + ${slip.mistake.id}`, title: `${title}, and ${slip.mistake.title}` }
    : { mistake: 'reads-clock', title }
  return { explanation, makes }
}

/** Every time of an interval as it may be signed, the last first. */
function timesWithin(part: SignedPart, { from, to }: Interval): string[] {
  const span = Math.min(longestSearch, to - from)
  const times = Array.from({ length: Math.max(0, span) + 1 }, (_, index) => to - index)
  const forms = [...new Set([...times.map(String), ...times.map((time) => String(Math.floor(time / 1000)))])]
  return part.unit === 'seconds' ? forms.filter((text) => text.length < 12) : forms
}
