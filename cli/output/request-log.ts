import type { Contract } from '../../contracts/contract.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import type { Served, Witness } from '../../provider/witness.ts'
import { type Redaction, redactionOf } from '../../reports/redaction/redaction.ts'
import { plain } from '../../reports/text/plain.ts'
import { secretRemoval } from '../fault.ts'

/** A line for each refused request, or all: without secrets of the provider, the environment and `.env`, which a client may send here. */
export function requestLog(
  contract: Contract,
  stream: { write(text: string): unknown },
  all: boolean,
  withoutOwn: Redaction = secretRemoval(),
): Witness {
  const settings = providerSettings(contract)
  const target = { name: '', bases: {}, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: true }
  const redact = redactionOf(contract, target)
  const say = (line: string) => void stream.write(`${plain(withoutOwn(redact(line))).slice(0, longestLine)}\n`)
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
