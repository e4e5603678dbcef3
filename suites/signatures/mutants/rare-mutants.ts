import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { controlRoles, lateRole } from '../../../engine/probes/roles.ts'
import { signedInput } from '../../../provider/judgement/signature.ts'
import type { Mutant } from '../../../provider/mutant.ts'
import { forgiving } from '../../hooks.ts'
import { type MakeMutant, mutant } from '../../mutant.ts'
import { malformedId } from '../malformed.ts'
import { signedBy } from '../mistakes/rare.ts'
import { always, droppedWays, likeliestWays, likelyWays } from '../mistakes/rare-ways.ts'
import { readAnyway } from '../mistakes/seldom-forms.ts'
import { receivedHeader } from './header-mutants.ts'

/** Providers that accept a rare signature beside the right one: the request that carries it catches them. */
export function rareMutants(operation: SignedOperation, make: MakeMutant): Mutant[] {
  const all = make(
    'rare.seldom',
    'accepts a signature that is made in any of the ways that few servers take',
    takingWays(operation, [...Object.values(always), ...likeliestWays, ...likelyWays]),
  )
  const bare = make('rare.dropped', 'drops whatever stands around a signature or within it', takingWays(operation, droppedWays))
  const each = Object.entries(always).map(([role, id]) => {
    const title = `accepts a signature that is made in a rare way: ${id}`
    if (role !== controlRoles.before && role !== lateRole) return make(`rare.${id}`, title, takingWays(operation, [id]))
    return mutant(operation, {
      id: `signature.rare.${id}`,
      title,
      caughtBy: [`signature.${malformedId}`],
      isObserved: true,
      hooks: takingWays(operation, [id]),
    })
  })
  const nameless = mutant(operation, {
    id: 'signature.nameless',
    title: 'looks at no signature of a client without a name',
    caughtBy: [`signature.${malformedId}`],
    isObserved: true,
    hooks: () => forgiving(['signature'], ({ headers }) => headers['user-agent'] === undefined),
  })
  return [all, bare, nameless, ...each]
}

function takingWays(operation: SignedOperation, ids: readonly string[]): Mutant['hooks'] {
  const { authentication, body } = operation
  return ({ settings }) => ({
    receive: (request) => readAnyway(request, body?.mediaType ?? '') ?? request,
    ...forgiving(['signature'], (request) => {
      const given = receivedHeader(request, authentication.signature.header)
      const input = signedInput(authentication, settings, request)
      return given !== undefined && ids.some((id) => given === signedBy(operation, id, input))
    }),
  })
}
