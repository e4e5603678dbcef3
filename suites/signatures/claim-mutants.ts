import { fieldOfPart, isWholeField } from '../../contracts/construction.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { sign } from '../../contracts/signing.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { type Received, textNamed } from '../../provider/received.ts'
import { signingInput } from '../../provider/signature.ts'
import { algorithmHeaders } from '../access/forwarded-claims.ts'
import { isUnsent, namesOfAlgorithm, partHeaders, partMembers } from './claims.ts'
import { headerOf, type Make } from './header-mutants.ts'
import type { SignedOperation } from './wrong-signature.ts'

/** Providers that let a client choose what they should know themselves. */
export function claimMutants({ authentication }: SignedOperation, make: Make): Mutant[] {
  const { signature } = authentication
  const { construction } = signature
  const unsent = construction.parts.filter(isUnsent)
  const claimed: readonly (readonly [place: string, find: (request: Received, name: string) => string | undefined])[] = [
    ['header', (request, name) => partHeaders(name).flatMap((header) => headerOf(request, header) ?? [])[0]],
    ['member', (request, name) => partMembers(name).flatMap((member) => textNamed(request, member) ?? [])[0]],
  ]
  return [
    ...namesOfAlgorithm(signature.header).map((name) =>
      make(`algorithm-by-${name}`, `takes the algorithm that ${name} names`, ({ settings }) => ({
        authenticate: (decision, request) => {
          const hash = headerOf(request, name)
          if (decision?.kind !== 'signature' || hash === undefined || !hashes.has(hash)) return decision
          const made = sign({ ...construction, hash }, signingInput(authentication, settings, request))
          return headerOf(request, signature.header) === made ? undefined : decision
        },
      })),
    ),
    make('algorithm-none', 'looks at no signature where a client says that there is none', () => ({
      authenticate: (decision, request) =>
        decision?.kind === 'signature' && headerOf(request, algorithmHeaders[0]) === 'none' ? undefined : decision,
    })),
    make('fields-by-query', 'takes the fields that it signs from the query where they stand there', ({ settings }) => ({
      authenticate: (decision, request) => {
        const named = construction.parts.filter(isWholeField).flatMap((part) => {
          const given = request.query.get(fieldOfPart(part) ?? '')
          return given === null ? [] : [[part.name, given] as const]
        })
        if (decision?.kind !== 'signature' || named.length === 0) return decision
        const input = signingInput(authentication, settings, request)
        const made = sign(construction, { ...input, values: { ...input.values, ...Object.fromEntries(named) } })
        return headerOf(request, signature.header) === made ? undefined : decision
      },
    })),
    ...unsent.flatMap(({ name, setting = '' }) =>
      claimed.map(([place, find]) =>
        make(`${name}-by-${place}`, `takes ${name} from a ${place} where there is one`, ({ settings }) => ({
          authenticate: (decision, request) => {
            const given = find(request, name)
            if (decision?.kind !== 'signature' || given === undefined || given === settingValue(settings, setting)) return decision
            const made = sign(construction, signingInput(authentication, { ...settings, [setting]: given }, request))
            return headerOf(request, signature.header) === made ? undefined : decision
          },
        })),
      ),
    ),
  ]
}

const hashes: ReadonlySet<string> = new Set(['md5', 'sha1', 'sha384', 'sha512'])
