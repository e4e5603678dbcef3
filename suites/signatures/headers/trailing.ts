import type { SignedOperation } from '../../../contracts/operation-kinds.ts'
import { signedRequest, signedValues } from '../../../engine/probes/request.ts'
import { controlRoles } from '../../../engine/probes/roles.ts'
import { behindRole } from '../../access/access-roles.ts'
import { withGivenCookies } from '../../access/given-cookies.ts'
import type { SuffixIn, WrongRequest } from '../../access/wrong-request.ts'

/**
 * Only the key and the cookies that the target set, on the connection of a right request that was just answered: a lax server may recognise the
 * client by one of these. Requests with misplaced headers already cover sending nothing at all.
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
