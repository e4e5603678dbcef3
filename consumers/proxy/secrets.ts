import type { Contract } from '../../contracts/contract.ts'
import { presentedCredential } from '../../contracts/operation-kinds.ts'
import type { Secret } from '../../engine/client/transport/connection.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { isNoValue } from '../../text/no-value.ts'

const mostLearned = 200
const telling = /^(authorization|proxy-authorization|cookie|x-auth.*|.*api-?key.*|.*token.*|.*secret.*|.*signature.*)$/i

/** Learns credentials from what passes, so that no report shows them. */
export type Learning = ReturnType<typeof createLearning>

/** Learns credentials by the contract's headers, and whatever else reads like one, each under the name of its setting or header. */
export function createLearning({ operations }: Contract) {
  const known = new Map<string, Secret>()
  const presented = operations.flatMap(presentedCredential)
  const headers = new Map(presented.map(({ header, setting }) => [header.toLowerCase(), setting]))
  const schemes = new Map(presented.flatMap(({ scheme, setting }) => (scheme ? [[scheme, setting] as const] : [])))
  return {
    see: ({ headers: fields }: SentRequest) => {
      for (const [name, text] of fields) {
        if (known.size >= mostLearned || !telling.test(name)) continue
        const [, scheme = '', credential = text] = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(text) ?? []
        const value = credential.trim()
        const setting = schemes.get(scheme) ?? headers.get(name.toLowerCase()) ?? name
        if (value.length > 3 && !isNoValue(value)) known.set(value, { name: setting, value })
      }
    },
    learned: () => [...known.values()],
  }
}
