import { getOrInsert } from '../../language/get-or-insert.ts'
import type { Form, Occurrence } from './forms.ts'
import { hashAt, hashesOf, isSameBase64, isSameLetter, stride } from './text-hashes.ts'

/** One of the first characters of a form, by their hash. */
interface Head {
  readonly form: Form
  readonly at: number
}

/**
 * Finds whole forms, none of them shorter than `leastLength`. Linear in the text, and hardly slower for a thousand long forms than for one, which an
 * expression of all of them is not.
 */
export function wholeFinder(forms: readonly Form[]): (text: string) => Occurrence[] {
  const heads = new Map<number, Head[]>()
  const begun = new Uint8Array(1 << 16)
  for (const form of forms) {
    for (let at = 0; at < stride; at += 1) {
      const hash = hashAt(form.value, at)
      begun[hash & 0xffff] = 1
      getOrInsert(heads, hash, () => []).push({ form, at })
    }
  }
  return (text) => {
    const [exact, alike]: [Occurrence[], Occurrence[]] = [[], []]
    const hashes = hashesOf(text)
    for (let index = 0; index < hashes.length; index += 1) {
      const hash = hashes[index] ?? 0
      if (begun[hash & 0xffff] === 0) continue
      for (const { form, at } of heads.get(hash) ?? []) {
        const start = index * stride - at
        if (!isAt(text, start, form)) continue
        const found = text.startsWith(form.value, start) ? exact : alike
        found.push({ start, end: start + form.value.length, label: form.label })
      }
    }
    return [...exact, ...alike]
  }
}

function isAt(text: string, start: number, { value, exact }: Form): boolean {
  if (start < 0 || start + value.length > text.length) return false
  const isSame = exact ? isSameBase64 : isSameLetter
  for (let at = 0; at < value.length; at += 1) if (!isSame(text.charCodeAt(start + at), value.charCodeAt(at))) return false
  return true
}
