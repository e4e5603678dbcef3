import type { Construction } from '../../../contracts/construction.ts'
import { rightProcedure } from '../../../contracts/mistakes/signing-procedure.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { alikeBut, type Signed, valueNamed } from '../given-signature.ts'
import { made, type Slip } from '../suspects.ts'

interface Varied {
  readonly name: string
  readonly signed: readonly Signed[]
}

/**
 * What of these mistakes a signer may make, among others, from what it signs alike and what it does not: none that writes two values alike which
 * it signs differently, and one of those that are `needed`, which sign alike what it signs alike.
 */
export function plausibleSlips(construction: Construction, all: readonly Slip[], signed: readonly Signed[]) {
  const varied = [...construction.parts.map(({ name }) => name), 'secret'].flatMap((name) => variedIn(name, signed))
  const possible = all.filter((slip) => !varied.some((each) => isRefuted(construction, slip, each)))
  const alike = varied.flatMap(({ signed }) =>
    [...Map.groupBy(signed, ({ answer }) => answer.signature).values()].flatMap(([one, other]) =>
      one && other ? [[one, other] as const] : [],
    ),
  )
  const needed = possible.filter(({ change }) =>
    alike.some(([one, other]) => {
      const signatures = made(construction, change, other.input)
      return made(construction, change, one.input).some((signature) => signatures.includes(signature))
    }),
  )
  return { possible, needed: needed.length > 0 ? needed : possible }
}

function variedIn(name: string, signed: readonly Signed[]): Varied[] {
  return alikeBut(name, signed)
    .map((alike) => ({ name, signed: [...new Map(alike.map((each) => [valueNamed(each.input, name), each])).values()] }))
    .filter(({ signed: { length } }) => length > 1)
}

function isRefuted(construction: Construction, { mistake, change }: Slip, { name, signed }: Varied): boolean {
  const part = construction.parts.find((each) => each.name === name)
  if (mistake.stage !== 'value' || !part) return false
  const { value } = change(rightProcedure(construction))
  const known = new Map<string | undefined, string>()
  return signed.some(({ input, answer: { signature } }) => {
    return getOrInsert(known, value(part, input), () => signature) !== signature
  })
}
