import type { SignedHeaders } from '../../contracts/contract.ts'
import type { Hooks, Mutant, MutantContext } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { signatureProblem } from '../../provider/signature.ts'
import { withHeader } from '../mutant.ts'

/** Makes a mutant of a signed operation from the checks that catch it, named behind `signature.`. */
export type Make = (id: string, title: string, caughtBy: readonly string[], hooks: Mutant['hooks']) => Mutant

/** Providers that are lax about the headers of a signed request: the key, the timestamp, the signature being there. */
export function headerMutants(authentication: SignedHeaders, make: Make): Mutant[] {
  const { key, timestamp, signature } = authentication
  const filled = (header: string, when: (value: string | undefined, right: string) => boolean): Mutant['hooks'] => {
    return ({ settings }) => ({
      receive: (request) => {
        const right = settings[key.setting] ?? ''
        return when(headerOf(request, header), right) ? withHeader(request, header, right) : request
      },
    })
  }
  const anyKey =
    (accepts: (value: string, right: string) => boolean): Mutant['hooks'] =>
    (context) =>
      verifyingOver(authentication, context, accepts)
  const covered = signature.construction.parts.some(({ header }) => header === key.header)
  const signedToo = ['other', 'altered-case', 'truncated', 'extended'].map((id) => `key-id.${id}`)
  return [
    make(
      'needs-no-key',
      `takes its own key where ${key.header} is missing`,
      ['key-id.none'],
      filled(key.header, (value) => value === undefined),
    ),
    make(
      'ignores-key',
      `takes its own key whatever ${key.header} holds`,
      ['key-id.none', 'key-id.ignored', ...(covered ? [] : signedToo)],
      filled(key.header, () => true),
    ),
    make(
      'accepts-any-key',
      `verifies over any key in ${key.header}`,
      covered ? signedToo : [...signedToo, 'key-id.ignored'],
      anyKey(() => true),
    ),
    make(
      'ignores-case-of-key',
      `verifies over the key in any case`,
      ['key-id.altered-case'],
      anyKey((value, right) => value.toLowerCase() === right.toLowerCase()),
    ),
    make(
      'accepts-key-cut-short',
      'verifies over a key that is cut short',
      ['key-id.truncated'],
      anyKey((value, right) => value !== '' && right.startsWith(value)),
    ),
    make(
      'accepts-key-extended',
      'verifies over a key with more behind it',
      ['key-id.extended'],
      anyKey((value, right) => value.startsWith(right)),
    ),
    make('needs-no-timestamp', `verifies without ${timestamp.header}`, ['timestamp.none'], (context) =>
      withoutTimestamp(authentication, context),
    ),
    make('needs-no-signature', `accepts a request without ${signature.header}`, ['whole.none'], () => withoutSignature(authentication)),
    ...signature.construction.parts
      .filter(({ unit }) => unit)
      .map(({ name }) =>
        make('accepts-earlier-timestamp', 'accepts a signature over the timestamp of the request before', [`replayed.${name}`], (context) =>
          overEarlierTimestamp(authentication, context),
        ),
      ),
  ]
}

/** Takes a key that it does not know, and verifies the signature over that. */
function verifyingOver(
  authentication: SignedHeaders,
  { settings }: MutantContext,
  accepts: (value: string, right: string) => boolean,
): Hooks {
  const { header, setting } = authentication.key
  return {
    authenticate: (decision, request) => {
      if (decision?.kind !== 'key' || !accepts(headerOf(request, header) ?? '', settings[setting] ?? '')) return decision
      return signatureProblem(authentication, settings, request, {})
    },
  }
}

function withoutTimestamp(authentication: SignedHeaders, { settings }: MutantContext): Hooks {
  return {
    authenticate: (decision, request) => {
      const absent = headerOf(request, authentication.timestamp.header) === undefined
      return decision?.kind === 'header' && absent ? signatureProblem(authentication, settings, request, {}) : decision
    },
  }
}

function withoutSignature({ signature }: SignedHeaders): Hooks {
  return {
    authenticate: (decision, request) =>
      decision?.kind === 'header' && headerOf(request, signature.header) === undefined ? undefined : decision,
  }
}

function overEarlierTimestamp(authentication: SignedHeaders, { settings }: MutantContext): Hooks {
  const { header } = authentication.timestamp
  let earlier: string | undefined
  return {
    authenticate: (decision, request) => {
      if (!decision) earlier = headerOf(request, header)
      if (decision?.kind !== 'signature' || earlier === undefined) return decision
      return signatureProblem(authentication, settings, withHeader(request, header, earlier), {})
    },
  }
}

/** The value of a header, whatever the case of its name. */
export function headerOf({ headers }: Received, name: string): string | undefined {
  return headers[name.toLowerCase()]
}
