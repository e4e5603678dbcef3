import { signedRequest, signedValues } from '../../../engine/probes/request.ts'
import { controlRoles } from '../../../engine/probes/roles.ts'
import { behindRole } from '../../access/access-roles.ts'
import { withGivenCookies } from '../../access/given-cookies.ts'
import type { SuffixIn, WrongRequest } from '../../access/wrong-request.ts'
import type { SignedOperation } from '../wrong-signature.ts'

/**
 * Nothing but the key and the cookies that it was given, on the connection of a right one that was just answered: who is known by one of
 * these needs no signature for a lax server. Nothing at all is what those lack whose headers stand in other places.
 */
export function trailingSignature(operation: SignedOperation): WrongRequest<SuffixIn<'signature'>> {
  const { key } = operation.authentication
  return {
    role: behindRole,
    requirement: 'required',
    title: `with no signed header but ${key.header}, right behind a right one on its connection`,
    build: ({ target }, sent) => {
      const { key: own } = signedValues(operation, target, 0)
      return withGivenCookies(signedRequest(operation, target, { key: own }), sent.get(controlRoles.before))
    },
  }
}
