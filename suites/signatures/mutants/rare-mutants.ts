import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import type { SigningInput } from '../../../contracts/signing.ts'
import { controlRoles } from '../../../engine/probes/roles.ts'
import type { Hooks, Mutant } from '../../../provider/mutant.ts'
import { forgiving } from '../../hooks.ts'
import type { MakeMutant } from '../../mutant.ts'
import { signedNames } from '../headers/loose-names.ts'
import { signedBy } from '../mistakes/rare.ts'
import { always, droppedWays, likeliestWays, likelyWays } from '../mistakes/rare-ways.ts'
import { readAnyway } from '../mistakes/seldom-requests.ts'
import { alsoTaking, receivedHeader } from './header-mutants.ts'
import { seenWhereMalformed } from './malformed-mutants.ts'

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
    if (role !== controlRoles.before) return make(`rare.${id}`, title, takingWays(operation, [id]))
    return seenWhereMalformed(operation, `rare.${id}`, title, takingWays(operation, [id]))
  })
  const nameless = seenWhereMalformed(operation, 'nameless', 'looks at no signature of a client without a name', () =>
    forgiving(['signature'], ({ headers }) => headers['user-agent'] === undefined),
  )
  const repeated = seenWhereMalformed(
    operation,
    'repeated',
    'takes what it refused for its signature, when it comes once more to the letter',
    () => takingAgain(operation),
  )
  return [all, bare, nameless, repeated, ...each]
}

/** As what notes a request before it has looked at its signature, and takes the next one for a repetition. */
function takingAgain({ authentication }: SignedOperation): Hooks {
  const noted = new Set<string>()
  return forgiving(['signature'], (request) => {
    const headers = signedNames.map((name) => receivedHeader(request, authentication[name].header))
    const key = JSON.stringify([...headers, request.body.toString('utf8')])
    const isNoted = noted.has(key)
    noted.add(key)
    return isNoted
  })
}

function takingWays(operation: SignedOperation, ids: readonly string[]): Mutant['hooks'] {
  const { authentication, body } = operation
  const made = (input: SigningInput) => ids.map((id) => signedBy(operation, id, input))
  // Base64 without its padding is base64url, which has a check of its own, where it has no mark.
  const taking = alsoTaking(authentication, (input) => made(input).filter((signature = '') => !/^[A-Za-z0-9]{43}$/.test(signature)))
  return (context) => ({ receive: (request) => readAnyway(request, body?.mediaType ?? '') ?? request, ...taking(context) })
}
