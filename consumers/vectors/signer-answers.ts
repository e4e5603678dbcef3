import type { Vector } from '../../contracts/vectors/vectors.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { shortened } from '../../text/excerpt.ts'
import { jsonMembers } from '../../text/json/json-text.ts'
import type { Conversation, ConversationEnd } from './signer.ts'

export interface SignerAnswer {
  readonly signature: string
  readonly canonicalString?: string | undefined
}

export type SignerFinding = Pick<Finding, 'at' | 'expected' | 'actual'>

/** How an answer is read: its shape in words, and what a line's members make of it, or what is expected of them. */
export interface Reading<Read> {
  readonly shape: string
  readonly read: (members: Readonly<Record<string, unknown>>) => Read | { readonly expected: string }
}

type Asked = Pick<Vector, 'tcId' | 'comment'>

/** The answers of a conversation by request id, in any order: lines that are none, answers to nothing or twice, a bad end are findings. */
export function readAnswers<Read extends object>(
  { lines, ending, complaint }: Conversation,
  asked: readonly Asked[],
  reading: Reading<Read>,
) {
  const known = new Set(asked.map(({ tcId }) => String(tcId)))
  const byId = new Map<string, Read>()
  const findings: SignerFinding[] = []
  for (const [index, line] of lines.entries()) {
    const read = readLine(line, reading)
    const problem = 'expected' in read ? read : misplaced(read.id, known, byId)
    if (problem && findings.length < mostFindings) findings.push({ at: `line ${index + 1}`, ...problem, actual: excerpt(line) })
    if (!problem && 'id' in read) byId.set(read.id, read.answer)
  }
  const missed = asked.filter(({ tcId }) => !byId.has(String(tcId)))
  return { byId, findings: [...findings, ...badEnding(ending, complaint, missed, asked.length)] }
}

const mostFindings = 100

export const signatures: Reading<SignerAnswer> = {
  shape: 'one JSON object a line: {"id": …, "signature": "…"}',
  read: ({ signature, canonicalString, canonical }) => {
    if (typeof signature !== 'string') return { expected: 'the signature as a string' }
    const text = canonicalString ?? canonical
    return { signature, canonicalString: typeof text === 'string' ? text : undefined }
  },
}

function readLine<Read extends object>(line: string, { shape, read }: Reading<Read>): { id: string; answer: Read } | { expected: string } {
  // Who never stops talking says millions of lines: what cannot be an object is not parsed.
  const value = line.trimStart().startsWith('{') ? jsonMembers(line) : {}
  if (!('id' in value)) return { expected: shape }
  const { id } = value
  if (typeof id !== 'string' && typeof id !== 'number') return { expected: `${shape}, with the id of a request` }
  const answer = read(value)
  return 'expected' in answer ? { expected: `${shape}, with ${String(answer.expected)}` } : { id: String(id), answer }
}

function misplaced(id: string, known: ReadonlySet<string>, seen: ReadonlyMap<string, unknown>): { expected: string } | undefined {
  if (!known.has(id)) return { expected: 'an answer with the id of a request' }
  return seen.has(id) ? { expected: 'one answer to each request' } : undefined
}

function badEnding(ending: ConversationEnd, complaint: string, missed: readonly Asked[], asked: number): SignerFinding[] {
  const [first] = missed
  const count = `${asked - missed.length} of ${asked} answered`
  const where = first ? `; the first without an answer is ${first.tcId} (${first.comment})` : ''
  const words = complaint === '' ? '' : `; its standard error says ${excerpt(tellingLine(complaint))}`
  const finding = (expected: string, actual: string, advice = ''): SignerFinding[] => [
    { at: 'the program', expected, actual: `${actual}, ${count}${where}${words}${advice}` },
  ]
  switch (ending.kind) {
    case 'answered':
      return first ? finding('an answer to every request', 'as many lines, but not as many answers') : []
    case 'exited':
      if (ending.code === 0) return first ? finding('an answer to every request', 'it ended before') : []
      return finding('exit code 0', ending.signal ? `it was ended by ${ending.signal}` : `exit code ${ending.code}`)
    case 'silent':
      return finding(`an answer within ${ending.milliseconds / 1000} s`, 'nothing more was said, and it was ended', patience)
    case 'flooded':
      return finding(`at most ${ending.bytes / 1_000_000} MB of answers`, 'more, and it was ended')
    default:
      ending satisfies never
      return []
  }
}

/** The line that names an error, since some runtimes say more after it: Node its version, Go its stack. Else the last. */
function tellingLine(complaint: string): string {
  const lines = complaint.split('\n')
  return (
    lines.findLast((line) => /^(?:[\w.:]*(?:Error|Exception)\b|panic:|Exception in thread|thread '.*' panicked)/.test(line)) ??
    lines.at(-1) ??
    ''
  )
}

const patience =
  '. If it waits for the end of its input, it has that: it must read to the end. If it keeps its answers in a buffer, it must flush that ' +
  'after each (Python: flush=True), or end once its input does. If it is slow, --timeout gives it longer'

function excerpt(text: string): string {
  return JSON.stringify(shortened(text))
}
