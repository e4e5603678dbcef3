import type { AskedFor } from '../../contracts/asked-for.ts'
import type { Operation, Schema } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { brokenBound, hasFormat } from '../../contracts/schemas/violations.ts'
import { ordinaryInputs } from '../../engine/probes/request.ts'
import type { Target } from '../../engine/target.ts'

export const otherPlaces = ['end', 'beginning'] as const

type OtherPlace = (typeof otherPlaces)[number]

export function otherRole({ input }: AskedFor, place: OtherPlace): string {
  return `${input}.other-${place}`
}

/** Values of an input that the document allows, near the configured one. Those may well ask for a record of somebody else's. */
export function otherValues(operation: Operation, { input }: AskedFor, place: OtherPlace, target: Pick<Target, 'settings'>): unknown[] {
  const declared = requestInputs(operation).find(({ name }) => name === input)
  const right = ordinaryInputs(operation, target as Target)[input]
  if (!declared || right === undefined) return []
  const { schema } = declared
  return candidates(schema, right, place).filter(
    (value) => value !== right && brokenBound(schema, value) === undefined && hasFormat(schema, value),
  )
}

function candidates(schema: Schema, right: unknown, place: OtherPlace): unknown[] {
  if (schema.enum) return place === 'end' ? [...schema.enum] : []
  if (typeof right === 'number') return place === 'end' ? [right + 1, right - 1] : [right + 10, right - 10, right + 100]
  const text = String(right)
  const kind = /[0-9]/.test(text) ? /[0-9]/g : /[a-zA-Z]/g
  const places = [...text.matchAll(kind)].map(({ index }) => index)
  const at = places.at(place === 'end' ? -1 : 0)
  if (at === undefined || (place === 'beginning' && places.length < 2)) return []
  return lettersLike(text.charAt(at)).map((letter) => text.slice(0, at) + letter + text.slice(at + 1))
}

function lettersLike(letter: string): string[] {
  if (/[0-9]/.test(letter)) return [...'0123456789']
  return letter === letter.toLowerCase() ? [...'abcdef'] : [...'ABCDEF']
}
