import type { Form } from './forms.ts'
import { anyOf, isAscii, matchesOf } from './spelling.ts'

/** A part of a form, wherever it stands in a text. */
export interface Part {
  readonly start: number
  readonly end: number
}

/** A shorter form is found where it is cut at the end of a text only: half of it would be a coincidence. */
const leastWhole = 16
const leastMiddle = leastWhole / 2

/**
 * Finds what is left of forms of which up to a quarter was cut from either end, or hidden. Whatever is left holds the half in the middle;
 * from there it goes as far as it is the form.
 */
export function partFinder(forms: readonly Form[]): (text: string) => Part[] {
  const long = forms.filter(({ value, isOwn }) => isOwn && value.length >= leastWhole)
  const finders = [...Map.groupBy(long, ({ exact, value }) => `${exact} ${isAscii(value)}`).values()].map(middleFinder)
  return (text) => finders.flatMap((find) => find(text))
}

function middleFinder(forms: readonly Form[]): (text: string) => Part[] {
  const { exact = false } = forms[0] ?? {}
  const spelt = exact ? (text: string) => text.replaceAll('-', '+').replaceAll('_', '/') : (text: string) => text.toLowerCase()
  const wholes = new Map(forms.map(({ value }) => [spelt(middleOf(value)), spelt(value)] as const))
  const { source, flags } = anyOf(
    forms.map(({ value }) => middleOf(value)),
    exact,
  )
  const pattern = new RegExp(source, flags)
  return (text) => {
    if (text.length < leastMiddle) return []
    return matchesOf(pattern, text).map(({ start, found }) => {
      const whole = wholes.get(spelt(found)) ?? ''
      return extended(text, spelt, whole, { start, end: start + found.length })
    })
  }
}

function middleOf(value: string): string {
  return value.slice(Math.ceil(value.length / 4), Math.floor((3 * value.length) / 4))
}

/** As far as a text goes on as the whole does, from its middle to both sides. */
function extended(text: string, spelt: (text: string) => string, whole: string, { start, end }: Part): Part {
  const at = Math.ceil(whole.length / 4)
  const isSame = (place: number, of: number) => whole[of] !== undefined && spelt(text[place] ?? '') === whole[of]
  let [before, after] = [0, 0]
  while (isSame(start - before - 1, at - before - 1)) before += 1
  while (isSame(end + after, at + (end - start) + after)) after += 1
  return { start: start - before, end: end + after }
}
