import type { MistakeRow } from '../mistake.ts'

export type Spell = (value: string) => string

/** Another way to write a value: its title finishes "it signs the part …", and the first way to spell it is the commonest of several languages. */
export type Spelling = MistakeRow<Spell>
