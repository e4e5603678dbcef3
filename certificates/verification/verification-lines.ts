import type { Certificate } from '../certificate.ts'

export interface Line {
  readonly number: number
  readonly name: string
  /** Undefined if it was not asked, or cannot be told. */
  readonly holds?: boolean | undefined
  readonly text: string
  readonly details: readonly string[]
}

interface Answers {
  readonly lines: readonly Line[]
  readonly unproven: readonly string[]
}

export interface OpenedVerification extends Answers {
  readonly certificate: Certificate
}

/** What a verification found: only a certificate that could be opened is more than a line that does not hold. */
export type Verification = OpenedVerification | (Answers & { readonly certificate?: undefined })

export const lineNames = { 1: 'intact', 2: 'in force', 3: 'judged again', 4: 'asked rightly', 5: 'fresh', 6: 'reproduced' } as const

export function line(number: keyof typeof lineNames, holds: boolean | undefined, text: string, details: readonly string[] = []): Line {
  return { number, name: lineNames[number], holds, text, details }
}

/** The exit code: 0 where all required lines hold, 1 where one does not, 3 where one cannot be told. */
export function verificationCode({ lines }: Verification, required: readonly number[]): 0 | 1 | 3 {
  const wanted = lines.filter(({ number }) => required.includes(number))
  if (wanted.some(({ holds }) => holds === false)) return 1
  return wanted.length === required.length && wanted.every(({ holds }) => holds === true) ? 0 : 3
}
