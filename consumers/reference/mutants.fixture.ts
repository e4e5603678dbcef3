import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { type ConsumerMutant, consumerMutant } from './client-mutant.fixture.ts'
import { credentialMutants } from './credential-mutants.fixture.ts'
import { requestMutants } from './request-mutants.fixture.ts'

export type { ConsumerMutant } from './client-mutant.fixture.ts'

export function consumerMutants(contract: Contract): ConsumerMutant[] {
  return contract.operations.flatMap((operation) => [
    ...requestMutants(contract, operation),
    ...credentialMutants(contract, operation),
    ...practiceMutants(operation),
  ])
}

function practiceMutants(operation: Operation): ConsumerMutant[] {
  const limited = { behaviour: { rate: { perSecond: 1, status: 429, retryAfter: true } } } as const
  return [
    ...(operation.pagination
      ? [
          consumerMutant(operation, 'pages.first', 'reads the first page alone', ['sends.every-page'], { pages: () => 1 }),
          consumerMutant(operation, 'pages.all-but-last', 'leaves the last page out', ['sends.every-page'], { pages: (last) => last - 1 }),
        ]
      : []),
    ...(operation.movesMoney
      ? [
          consumerMutant(
            operation,
            'repeats',
            'sends what may have been registered again at once',
            ['sends.once'],
            { repeats: 1 },
            { mutant: breaking(operation) },
          ),
        ]
      : []),
    consumerMutant(
      operation,
      'impatient',
      'waits half as long as it is told to',
      ['sends.after-wait'],
      { patience: (asked) => asked / 2 },
      limited,
    ),
  ]
}

/** A provider that registers a withdrawal and says that it broke. */
function breaking(operation: Operation): Mutant {
  return {
    name: `${operation.id}.breaks`,
    title: 'registers, and answers with 500',
    level: 'MUST',
    operation: operation.id,
    caughtBy: [],
    hooks: () => ({ reply: (reply) => ({ ...reply, status: 500, body: Buffer.from('{"error":"broken"}') }) }),
  }
}
