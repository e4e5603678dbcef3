import { regExpEscaped } from '../../../contracts/wildcard.ts'
import { alignedBase64 } from '../../../text/base64.ts'

/** A secret, in the spellings in which a program may put it into a request. */
export interface CredentialForms {
  readonly name: string
  isIn(text: string): boolean
  /** True if a text holds it more than once as it is, or in another spelling. */
  isAgainIn(text: string): boolean
}

const shortest = 6

/** The forms of a secret; one that is too short to be told from an ordinary word is found only as a whole word. */
export function credentialForms(name: string, value: string): CredentialForms {
  if (value.length < shortest) {
    const whole = new RegExp(`(?<![A-Za-z0-9])${regExpEscaped(value)}(?![A-Za-z0-9])`)
    return { name, isIn: (text) => whole.test(text), isAgainIn: (text) => text.split(whole).length > 2 }
  }
  const bytes = Buffer.from(value, 'utf8')
  const [own = '', ...plain] = [value, encodeURIComponent(value), bytes.toString('hex'), [...value].reverse().join('')].map((form) =>
    form.toLowerCase(),
  )
  const encoded = [0, 1, 2].map((shift) => alignedBase64(bytes, shift)).filter((form) => form.length >= shortest)
  const isEncoded = ({ text, lower, standard }: Spellings) =>
    plain.some((form) => form !== own && lower.includes(form)) || encoded.some((form) => text.includes(form) || standard.includes(form))
  return {
    name,
    isIn: (text) => spellingsOf(text).lower.includes(own) || isEncoded(spellingsOf(text)),
    isAgainIn: (text) => {
      const { lower } = spellingsOf(text)
      return lower.indexOf(own) !== lower.lastIndexOf(own) || isEncoded(spellingsOf(text))
    },
  }
}

interface Spellings {
  readonly text: string
  readonly lower: string
  readonly standard: string
}

let latest: Spellings = { text: '', lower: '', standard: '' }

function spellingsOf(text: string): Spellings {
  if (latest.text !== text) latest = { text, lower: text.toLowerCase(), standard: text.replaceAll('-', '+').replaceAll('_', '/') }
  return latest
}
