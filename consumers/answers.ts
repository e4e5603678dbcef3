import type { Conversation, Ending } from './signer.ts'

/** What a signer answered to one request. */
export interface Answer {
  readonly signature: string
  /** The text that it says it signed. */
  readonly canonicalString?: string
}

/** Something that is not as it should be: where, what was expected, and what was found. */
export interface Finding {
  readonly at: string
  readonly expected: string
  readonly actual: string
}

/** The answers by request id, and what is wrong with the way they came. */
export interface Answers {
  readonly byId: ReadonlyMap<string, Answer>
  readonly findings: readonly Finding[]
}

/** Reads a conversation: lines that are no answers, answers to nothing, twice or out of order, and a bad ending are findings. */
export function readAnswers({ lines, ending, complaint }: Conversation, ids: readonly string[]): Answers {
  const known = new Set(ids)
  const byId = new Map<string, Answer>()
  const findings: Finding[] = []
  const order: string[] = []
  for (const [index, line] of lines.entries()) {
    const read = readLine(line)
    const problem = 'problem' in read ? read.problem : misplaced(read.id, known, byId)
    if (problem && findings.length < mostFindings) findings.push({ at: `line ${index + 1}`, ...problem, actual: excerpt(line) })
    if (!problem && 'id' in read) {
      order.push(read.id)
      byId.set(read.id, read.answer)
    }
  }
  return { byId, findings: [...findings, ...outOfOrder(order, ids), ...badEnding(ending, complaint, byId.size, ids.length)] }
}

const mostFindings = 100

type Read = { readonly id: string; readonly answer: Answer } | { readonly problem: { readonly expected: string } }

const shape = 'one JSON object a line: {"id": …, "signature": "…"}'

function readLine(line: string): Read {
  const value = parsed(line)
  if (typeof value !== 'object' || value === null || !('id' in value)) return { problem: { expected: shape } }
  const { id, signature, canonicalString, canonical } = value as Readonly<Record<string, unknown>>
  if (typeof id !== 'string' && typeof id !== 'number') return { problem: { expected: `${shape}, with the id of a request` } }
  if (typeof signature !== 'string') return { problem: { expected: `${shape}, with the signature as a string` } }
  const text = canonicalString ?? canonical
  return { id: String(id), answer: { signature, ...(typeof text === 'string' && { canonicalString: text }) } }
}

function misplaced(id: string, known: ReadonlySet<string>, seen: ReadonlyMap<string, Answer>): { expected: string } | undefined {
  if (!known.has(id)) return { expected: 'an answer with the id of a request' }
  return seen.has(id) ? { expected: 'one answer to each request' } : undefined
}

function outOfOrder(order: readonly string[], ids: readonly string[]): Finding[] {
  const given = new Set(order)
  const asked = ids.filter((id) => given.has(id))
  const index = order.findIndex((id, place) => id !== asked[place])
  if (index < 0) return []
  return [
    { at: `answer ${index + 1}`, expected: `answers in the order of the requests: id ${asked[index]} here`, actual: `id ${order[index]}` },
  ]
}

function badEnding(ending: Ending, complaint: string, answered: number, asked: number): Finding[] {
  const count = `${answered} of ${asked} answered`
  const words = complaint === '' ? '' : `; it wrote to its standard error: ${excerpt(complaint.split('\n').slice(-3).join(' '))}`
  const finding = (expected: string, actual: string): Finding[] => [{ at: 'the signer', expected, actual: `${actual}, ${count}${words}` }]
  switch (ending.kind) {
    case 'answered':
      return answered === asked ? [] : finding('an answer to every request', 'as many lines, but not as many answers')
    case 'exited':
      if (ending.code === 0) return answered === asked ? [] : finding('an answer to every request', 'it ended before')
      return finding('exit code 0', ending.signal ? `it was ended by ${ending.signal}` : `exit code ${ending.code}`)
    case 'silent':
      return finding(`an answer within ${ending.milliseconds / 1000} s`, 'nothing more was said, and it was ended')
    case 'flooded':
      return finding(`at most ${ending.bytes / 1_000_000} MB of answers`, 'more, and it was ended')
    default:
      ending satisfies never
      return []
  }
}

function parsed(line: string): unknown {
  try {
    return line.trimStart().startsWith('{') ? JSON.parse(line) : undefined
  } catch {
    return undefined
  }
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
