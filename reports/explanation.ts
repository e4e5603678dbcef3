import type { Contract } from '../contracts/contract.ts'
import type { Check } from '../engine/check.ts'
import { hanging, painted, type TerminalStyle } from './lines.ts'

/** A check for people: its requirement and clause, what its probe sends, what it judges, and when it cannot. */
export function explanation({ requirements, clauses }: Contract, check: Check, style: TerminalStyle): string {
  const requirement = requirements.find(({ id }) => id === check.requirement)
  const { operation } = check.probe
  const section = requirement && (clauses[requirement.clause] ?? clauses[requirement.clause.replace(/\..*$/, '')])
  const { sends, judges } = check.probe.phase === 'listening' ? heard(check) : asked(check)
  return `${[
    painted(style, 'bold', check.id),
    ...hanging('  requirement  ', `${requirement?.level ?? ''} ${requirement?.text ?? check.requirement}`, style),
    ...hanging('  clause       ', `${requirement?.clause ?? operation.clause} ${section ?? ''}`, style),
    ...hanging('  operation    ', `${operation.id}: ${operation.method} ${operation.path}`, style),
    ...hanging('  sends        ', sends, style),
    ...hanging('  judges       ', judges, style),
    ...hanging(
      '  money        ',
      operation.movesMoney ? 'it sends withdrawals: away from loopback it needs --allow-withdrawals' : 'none',
      style,
    ),
  ].join('\n')}\n`
}

interface Told {
  readonly sends: string
  readonly judges: string
}

function asked({ roles, probe, title }: Check): Told {
  return {
    sends:
      roles.length > 0
        ? `a right request, then this one (${roles.join(', ')}), then a right one again, among others of the probe ${probe.id}`
        : `right requests, as the probe ${probe.id} sends them`,
    judges: roles.some((role) => !role.startsWith('variety'))
      ? 'The wrong request is refused: an answer that carries the payload is a failure, whatever its status. Right requests before and after it have to be accepted, else nothing is known.'
      : title,
  }
}

function heard({ probe, title }: Check): Told {
  return {
    sends: `a right request before a callback and, once one came, another after it, as the probe ${probe.id} does where the run listens (--listen)`,
    judges: title,
  }
}
