import { withArticle } from '../../../contracts/article.ts'
import { isField, type SignedPart } from '../../../contracts/construction.ts'
import type { RequestField } from '../../../contracts/contract.ts'
import { kebab } from '../../../contracts/mistakes/mistake.ts'
import { decimalsCut } from '../../../contracts/mistakes/values/decimals.ts'
import { widened } from '../../../contracts/mistakes/values/spellings.ts'
import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { isFreeText } from '../../../contracts/schemas/schema-parts.ts'
import { keepsConfigured } from '../../../engine/money/money.ts'
import { ordinaryInputs } from '../../../engine/probes/request.ts'
import type { Target } from '../../../engine/target.ts'
import { words } from '../../../text/words.ts'
import { type LegalForm, type LegalForms, mergedInputs } from './legal-forms.ts'

/** An unusual value of a part, which shows how a target changes a value before it signs it. */
interface Odd {
  readonly title: string
  readonly make: (ordinary: string) => string
  /** Suffixes of the ids of the mistakes that change this value but not an ordinary one. */
  readonly changedBy: readonly string[]
  /** For some of these mistakes, the odd value that they turn into an ordinary one: a target may refuse all other odd values. */
  readonly undoneBy: Readonly<Record<string, (ordinary: string) => string>>
  readonly hopeless: string
}

/** Every further digit is below five, so that rounding and cutting give the same. */
const decimal: Odd = {
  title: 'of twenty decimals',
  make: (ordinary) => `${ordinary.includes('.') ? ordinary : `${ordinary}.`}4321043210432104320`,
  changedBy: [...decimalsCut.map((count) => `cut-to-${count}-decimals`), 'as-number', 'as-single-float', 'without-trailing-zeros'],
  undoneBy: {},
  hopeless: '-1',
}

const marks = { hyphen: '-', underscore: '_', dot: '.', slash: '/', colon: ':' }

/** In upper case, as symbols of assets are. */
const text: Odd = {
  title: 'of letters that are seldom in one',
  make: (ordinary) => ` ${ordinary}  É+E\u0301Ａ\u200b%41&amp;&#65;\u0001'"\\n<B>/C?D:E-F_G.H 0123456789012345678901234567890123456789 `,
  changedBy: [
    ...words(`
      trimmed trimmed-at-end trimmed-at-start without-spaces in-nfc in-nfd in-nfkc without-accents without-non-ascii without-punctuation
      in-nfkd url-encoded url-encoded-in-lower-case url-quoted strictly-url-encoded uri-encoded url-decoded form-encoded form-quoted
      form-decoded html-escaped html-escaped-by-php html-escaped-by-python html-escaped-but-apostrophes html-decoded escapes-read
      json-escaped json-ascii-escaped with-numeric-references slash-escaped php-escaped slashed-by-php without-tags without-zero-width
      cut-to-64 cut-to-32 cut-to-20 cut-to-10 without-controls without-query without-scheme
    `),
    ...Object.keys(marks).flatMap((mark) => [`before-${mark}`, `behind-${mark}`]),
  ],
  undoneBy: {
    'in-nfkc': widened,
    'without-zero-width': (ordinary) => `${ordinary}\u200b`,
    'without-controls': (ordinary) => `${ordinary}\u0001`,
    'without-accents': (ordinary) => `${ordinary}\u0301`,
    'without-non-ascii': (ordinary) => `${ordinary}\u00e9`,
    'without-punctuation': (ordinary) => `${ordinary}'`,
    'url-decoded': (ordinary) => ordinary.replace(/^./, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    'html-decoded': (ordinary) => ordinary.replace(/^./, (letter) => `&#${letter.charCodeAt(0)};`),
    'without-tags': (ordinary) => `<b>${ordinary}</b>`,
    ...Object.fromEntries(
      Object.entries(marks).flatMap(([name, mark]) => [
        [`before-${name}`, (ordinary: string) => `${ordinary}${mark}A`],
        [`behind-${name}`, (ordinary: string) => `A${mark}${ordinary}`],
      ]),
    ),
    'without-query': (ordinary) => `${ordinary}?a=1`,
  },
  hopeless: '!',
}

/** Mistakes that show in any value with characters beyond ASCII. */
const inBytes = ['latin-1', 'latin-1-with-marks', 'ascii-with-marks', 'double-utf-8', 'low-seven-bits'].map((bytes) => `signs-${bytes}`)

/** Odd values of the parts in a body. Only on this machine, since requests elsewhere carry the configured values. */
export function oddValues(operation: SignedOperation): LegalForms[] {
  const fields = operation.authentication.signature.construction.parts.flatMap((part): OddField[] => {
    const field = operation.body?.fields.find(({ name }) => isField(part, name))
    return field && !part.json && isUnbound(field) ? [[part, field]] : []
  })
  if (fields.length === 0) return []
  const forms = fields.map((each) => oddForm(operation, each))
  const explainedBy = forms.flatMap((form) => form.explainedBy ?? [])
  const atOnce: LegalForm = { id: 'odd-values', title: 'values that are seldom', changes: mergedInputs(forms), explainedBy }
  return [{ atOnce, forms, hopeless: hopelessForm(fields), omitted: (target) => keepsConfigured(operation, target) }]
}

type OddField = readonly [part: SignedPart, field: RequestField]

function oddForm(operation: SignedOperation, [part, field]: OddField): LegalForm {
  const { title, make, changedBy, undoneBy } = oddOf(part)
  const own = `signs-${kebab(part.name)}-`
  const holding = (spell: Odd['make']) => (target: Target) => ({
    inputs: { [field.name]: spell(String(ordinaryInputs(operation, target)[field.name])) },
  })
  const undone = new Map(Object.entries(undoneBy).map(([change, spell]) => [own + change, holding(spell)]))
  return {
    id: `odd-${kebab(part.name)}`,
    title: `${withArticle(part.name)} ${title}`,
    changes: holding(make),
    explainedBy: [...changedBy.map((change) => own + change), ...(part.kind === 'decimal' ? [] : inBytes)],
    shownBy: (mistake) => undone.get(mistake),
  }
}

/** One value that is certainly wrong: a target may normalise many odd values, but hardly a negative number. */
function hopelessForm(fields: readonly OddField[]): LegalForm {
  const [part, field] = fields.find(([{ kind }]) => kind === 'decimal') ?? (fields[0] as OddField)
  const { hopeless } = oddOf(part)
  return { id: 'hopeless-value', title: 'a value that nobody takes', changes: () => ({ inputs: { [field.name]: hopeless } }) }
}

function oddOf({ kind }: SignedPart): Odd {
  return kind === 'decimal' ? decimal : text
}

function isUnbound({ schema }: RequestField): boolean {
  const { format, ...others } = schema
  return isFreeText(format === 'decimal' ? others : schema) && !('maximum' in schema)
}
