import { randomInt } from 'node:crypto'
import type { Contract } from '../contracts/contract.ts'
import type { Answer } from '../engine/client/transport/transport.ts'
import type { ReceivedResponse } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import type { Target } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { getOrInsert } from '../language/get-or-insert.ts'
import type { CertifiedSettings } from './certified-settings.ts'
import type { Tape } from './replay/recording.ts'
import { rerunTape } from './replay/rerun.ts'

export interface Redact {
  readonly text: (text: string) => string
  readonly bytes: (bytes: Buffer) => Buffer
}

/** A target with values of the same form in the place of its secrets: equal ones stay equal. */
export function disguisedTarget(contract: Contract, target: Target, redact: Redact): Target {
  const standIns = new Map<string, string>()
  const disguisedValue = (value: string) => getOrInsert(standIns, value, standInFor)
  const secret = new Set(contract.settings.filter((setting) => setting.secret).map(({ name }) => name))
  const settings = Object.entries(target.settings).map(([name, value]) => [name, secret.has(name) ? disguisedValue(value) : value])
  const { connection } = target
  const headers = connection?.headers.map(([name, value]) => [name, redact.text(value)] as const)
  return defined({
    ...target,
    name: redact.text(target.name),
    settings: Object.fromEntries(settings),
    bases: Object.fromEntries(Object.entries(target.bases).map(([base, address]) => [base, redact.text(address)])),
    connection: connection && headers && { headers, tls: {}, hidden: [] },
  })
}

/**
 * Lets a run happen again with stand-ins for its secrets, over its answers without them: what is sent then is what may be published,
 * and anybody can let it happen once more: nobody's secret is in it. Undefined if that changes more than values.
 */
export async function disguise(
  original: Run,
  tape: Tape,
  { redact, ...given }: Pick<CertifiedSettings, 'target' | 'limits' | 'seed'> & { readonly redact: Redact },
): Promise<{ readonly run: Run; readonly tape: Tape } | undefined> {
  const clean: Tape = {
    ...tape,
    attempts: tape.attempts.map(({ request, answer }) => defined({ request, answer: answer && cleanAnswer(answer, redact) })),
  }
  const { run, sent, departure } = await rerunTape(original.contract, given, { ...clean, isRedacted: true })
  if (departure !== undefined || verdictsOf(run) !== verdictsOf(original)) return undefined
  return {
    run,
    tape: { ...clean, attempts: clean.attempts.map((attempt, index) => ({ ...attempt, request: sent[index] ?? attempt.request })) },
  }
}

function verdictsOf({ outcomes }: Run): string {
  return outcomes.map(({ check, verdict }) => `${check} ${verdict}`).join('\n')
}

function cleanAnswer({ response, failure, ...rest }: Answer, redact: Redact): Answer {
  return defined({
    ...rest,
    response: response && cleanResponse(response, redact),
    failure: failure && { ...failure, message: redact.text(failure.message) },
  })
}

/** A response without secrets, which says how long it is then. */
function cleanResponse(response: ReceivedResponse, redact: Redact): ReceivedResponse {
  const body = redact.bytes(response.body)
  const length = String(response.body.length)
  const headers = response.headers.map(([name, value]) => {
    const isLength = /^content-length$/i.test(name) && value === length
    return [redact.text(name), isLength ? String(body.length) : redact.text(value)] as const
  })
  return { ...response, headers, body }
}

/** Letters and digits by kind: a value that is hexadecimal stays hexadecimal, so that the suite sends the same for it. */
const classes: readonly string[] = ['0123456789', 'abcdef', 'ABCDEF', 'ghijklmnopqrstuvwxyz', 'GHIJKLMNOPQRSTUVWXYZ']

/** Letters that stand for all that is not ASCII: of those that a header field carries, and of the others. */
const beyond = { oneByte: 'àáâãäåæçèéêëìíîïðñòóôõö', longer: 'абвгдежзийклмнопрстуфхцчшщъыьэюя' } as const

/** A value of the same form that stands for a secret which was taken out. */
export function standInFor(secret: string): string {
  const kinds = [...secret].map((character) => ({ character, kind: kindOf(character) }))
  if (kinds.every(({ kind }) => kind === undefined)) return 'x'.repeat(secret.length + 1)
  const other = kinds.map(({ character, kind }) => kind?.charAt(randomInt(kind.length)) ?? character).join('')
  return other === secret ? standInFor(secret) : other
}

function kindOf(character: string): string | undefined {
  if (character > '\u00ff') return beyond.longer
  return character > '\u007e' ? beyond.oneByte : classes.find((letters) => letters.includes(character))
}
