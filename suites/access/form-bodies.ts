/** A way to write the fields of a body in a format other than JSON, as forms and older clients do. */
export interface FormBody {
  /** Stable: part of a check's id. */
  readonly id: string
  /** In words that finish "sent with its body …". */
  readonly title: string
  readonly contentType: string
  readonly write: (fields: Readonly<Record<string, unknown>>) => string
}

const boundary = 'part-of-a-form'

/** Formats that a server may parse on another code path, without a guard. */
export const formBodies: readonly FormBody[] = [
  {
    id: 'form',
    title: 'as a form',
    contentType: 'application/x-www-form-urlencoded',
    write: (fields) => new URLSearchParams(textsOf(fields)).toString(),
  },
  {
    id: 'parts',
    title: 'as a form in parts',
    contentType: `multipart/form-data; boundary=${boundary}`,
    write: (fields) => `${textsOf(fields).map(partOf).join('')}--${boundary}--\r\n`,
  },
  {
    id: 'xml',
    title: 'as XML',
    contentType: 'application/xml',
    write: (fields) => `<request>${textsOf(fields).map(elementOf).join('')}</request>`,
  },
]

function textsOf(fields: Readonly<Record<string, unknown>>): [name: string, text: string][] {
  return Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}

function partOf([name, text]: readonly [string, string]): string {
  return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
}

function elementOf([name, text]: readonly [string, string]): string {
  return `<${name}>${text.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</${name}>`
}
