import { percentDecoded } from '../../spec/percent.ts'

/** A way to write a text of JSON so that nobody reads it at first sight. */
interface Coding {
  readonly form: RegExp
  readonly read: (text: string) => string
}

const quotationMark = /&(?:quot|#34|#x22);/gi

const codings: readonly Coding[] = [
  { form: /^[eW][w-z\d+/_-][\w+/=\s-]+$/, read: (text) => Buffer.from(text, 'base64').toString('utf8') },
  { form: /^[57]b[\da-f]+$/i, read: (text) => Buffer.from(text, 'hex').toString('utf8') },
  { form: /^%[57]b/i, read: percentDecoded },
  { form: /&(?:quot|#34|#x22);/i, read: (text) => text.replace(quotationMark, '"') },
]

/** A text of JSON as it was before it was written in base64, in hexadecimal, percent-encoded or for a page; any other as it is. */
export function plainText(text: string): string {
  return codings.find(({ form }) => form.test(text))?.read(text) ?? text
}

/** True for a text that begins as JSON of more than one value does, plain, as a text of JSON, or in one of these codings. */
export function mayBeJson(text: string): boolean {
  return /^\s*["[{]|^%?[57]b|^[eW][w-z\d+/_-]/i.test(text)
}
