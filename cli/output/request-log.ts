import type { Contract } from '../../contracts/contract.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import type { Served, Witness } from '../../provider/witness.ts'
import { redactionOf } from '../../reports/redaction/redaction.ts'
import { plain } from '../../reports/text/plain.ts'

/**
 * Writes a line for each request that was refused, and for every other one where `all` is wanted: without the provider's secrets, and
 * without those of the environment, which a client may send here by mistake.
 */
export function requestLog(
  contract: Contract,
  stream: { write(text: string): unknown },
  all: boolean,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Witness {
  const operations = contract.operations.map(({ id }) => id)
  const own = Object.fromEntries(contract.settings.flatMap(({ name, env }) => (environment[env] ? [[name, environment[env]]] : [])))
  const redactions = [providerSettings(contract), own].map((settings) =>
    redactionOf(contract, { name: '', bases: {}, settings, operations, allowWithdrawals: true }),
  )
  const redacted = (line: string) => redactions.reduce((text, redact) => redact(text), line)
  const say = (line: string) => void stream.write(`${plain(redacted(line)).slice(0, longestLine)}\n`)
  return {
    served: (served) => {
      if (all || served.reply.refused !== undefined) say(lineOf(served))
    },
    broken: (found) => say(`refused: ${found}.`),
  }
}

const longestLine = 2000

function lineOf({ request: { method, path }, reply: { status, refused }, durationMs }: Served): string {
  const asked = `${method} ${path}`
  return refused === undefined ? `${status} ${asked}, ${Math.round(durationMs)} ms` : `${status} ${asked} refused: ${refused}`
}
