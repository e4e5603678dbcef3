import { withArticle } from '../../../contracts/article.ts'
import { isField, type SignedPart } from '../../../contracts/construction.ts'
import type { RequestField } from '../../../contracts/contract.ts'
import { decimalsCut } from '../../../contracts/mistakes/decimals.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { ordinaryInputs } from '../../../engine/probes/request.ts'
import { onlyOwn, type SignedOperation } from '../wrong-signature.ts'
import { type LegalForm, type LegalForms, mergedInputs } from './legal-forms.ts'

/** A value of a part as few clients have it: by it shows what a target makes of a value before it signs it. */
interface Odd {
  readonly title: string
  readonly make: (ordinary: string) => string
  /** The ends of the ids of the mistakes that leave an ordinary value as it is, and this one not. */
  readonly changedBy: readonly string[]
}

/** Each digit behind is less than five, so that what rounds and what cuts come to the same. */
const decimal: Odd = {
  title: 'of twenty decimals',
  make: (ordinary) => `${ordinary.includes('.') ? ordinary : `${ordinary}.`}4321043210432104320`,
  changedBy: [...decimalsCut.map((count) => `cut-to-${count}-decimals`), 'as-number', 'as-single-float', 'without-trailing-zeros'],
}

/** In upper case, as symbols of assets are. */
const text: Odd = {
  title: 'of letters that are seldom in one',
  make: (ordinary) => ` ${ordinary}  É+E\u0301Ａ\u200b%41&amp;'"\\n<B>/C?D:E-F_G.H 0123456789012345678901234567890123456789 `,
  changedBy: [
    'trimmed',
    'trimmed-at-end',
    'trimmed-at-start',
    'without-spaces',
    'in-nfc',
    'in-nfd',
    'in-nfkc',
    'without-accents',
    'without-non-ascii',
    'without-punctuation',
    'in-nfkd',
    'url-encoded',
    'url-encoded-in-lower-case',
    'url-quoted',
    'strictly-url-encoded',
    'uri-encoded',
    'url-decoded',
    'form-encoded',
    'form-quoted',
    'form-decoded',
    'html-escaped',
    'html-escaped-by-php',
    'html-escaped-by-python',
    'html-escaped-but-apostrophes',
    'html-decoded',
    'escapes-read',
    'json-escaped',
    'json-ascii-escaped',
    'with-numeric-references',
    'slash-escaped',
    'php-escaped',
    'slashed-by-php',
    'without-tags',
    'without-zero-width',
    'cut-to-64',
    'cut-to-32',
    'cut-to-20',
    'cut-to-10',
    ...['hyphen', 'underscore', 'dot', 'slash', 'colon'].flatMap((mark) => [`before-${mark}`, `behind-${mark}`]),
    'without-query',
    'without-scheme',
  ],
}

/** Mistakes that show in what is not ASCII, whatever holds it. */
const inBytes = ['latin-1', 'latin-1-with-marks', 'ascii-with-marks', 'double-utf-8', 'low-seven-bits'].map((bytes) => `signs-${bytes}`)

/** Odd values of the parts that a body holds: only on this machine, since elsewhere a request carries what is configured. */
export function oddValues(operation: SignedOperation): LegalForms[] {
  const forms = operation.authentication.signature.construction.parts.flatMap((part) => {
    const field = operation.body?.fields.find(({ name }) => isField(part, name))
    return field && !part.json && isUnbound(field) ? [oddForm(operation, part, field)] : []
  })
  if (forms.length === 0) return []
  const explainedBy = forms.flatMap((form) => form.explainedBy ?? [])
  const atOnce: LegalForm = { id: 'odd-values', title: 'values that are seldom', changes: mergedInputs(forms), explainedBy }
  return [{ atOnce, forms, omitted: onlyOwn(operation) }]
}

function oddForm(operation: SignedOperation, { name, kind }: SignedPart, field: RequestField): LegalForm {
  const { title, make, changedBy } = kind === 'decimal' ? decimal : text
  return {
    id: `odd-${kebab(name)}`,
    title: `${withArticle(name)} ${title}`,
    changes: (target) => ({ inputs: { [field.name]: make(String(ordinaryInputs(operation, target)[field.name])) } }),
    explainedBy: [...changedBy.map((change) => `signs-${kebab(name)}-${change}`), ...(kind === 'decimal' ? [] : inBytes)],
  }
}

function isUnbound({ schema }: RequestField): boolean {
  const isPlain = schema.format === undefined || schema.format === 'decimal'
  return schema.type === 'string' && isPlain && !['enum', 'const', 'pattern', 'maxLength', 'maximum'].some((keyword) => keyword in schema)
}
