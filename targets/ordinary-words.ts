import type { Contract } from '../contracts/contract.ts'
import type { Diagnosis } from '../engine/diagnosis.ts'
import { secretsOf, type Target } from '../engine/target.ts'
import { aboutSetting } from './diagnoses/setting-variables.ts'

/** Diagnoses secrets that are ordinary words: a report cannot redact them without changing what answers say. */
export function ordinaryDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const words = ordinaryWords(contract, target)
  return secretsOf(contract, target).flatMap(({ name, value }) => {
    if (!isOrdinary(value, words)) return []
    const told = aboutSetting(contract, target, name)
    const problem = `${told.about} is a word that stands in answers anyway, so reports leave it where a target writes it.`
    const remedy = 'Ask for a secret that nobody can guess; a run uses this one all the same.'
    return [{ id: 'ordinary' as const, ...told, problem, remedy }]
  })
}

/** Lower-case words that answers contain anyway: those of the document, and the values that are asked for. */
export function ordinaryWords(contract: Contract, target: Target): ReadonlySet<string> {
  const words = new Set(common)
  const add = (text = '') => {
    for (const word of text.split(/[^\p{L}\p{N}_-]+/u)) words.add(word.toLowerCase())
  }
  for (const { name, secret } of contract.settings) if (!secret) add(target.settings[name])
  collect(contract.operations, add)
  return words
}

export function isOrdinary(value: string, words: ReadonlySet<string>): boolean {
  return words.has(value.toLowerCase()) || (value.length <= longestWord && /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(value))
}

const longestWord = 8

const common = ['true', 'false', 'null', 'https', 'http', 'application', 'json', 'charset', 'utf-8', 'content-type', 'bearer']

/** Every text of a part of the contract, names of members included. */
function collect(value: unknown, add: (text: string) => void): void {
  if (typeof value === 'string') add(value)
  if (typeof value === 'object' && value !== null)
    for (const [key, member] of Object.entries(value)) {
      add(key)
      collect(member, add)
    }
}
