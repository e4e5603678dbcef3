import type { Contract, SettingDeclaration } from '../../contracts/contract.ts'
import type { Secret } from '../../engine/client/transport/connection.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import { isNoValue } from '../../text/no-value.ts'

const mostLearned = 200
const telling = /^(authorization|proxy-authorization|cookie|x-auth.*|.*api-?key.*|.*token.*|.*secret.*|.*signature.*)$/i

/** Learns credentials from what passes, so that no report shows them. */
export type Learning = ReturnType<typeof createLearning>

/** Learns credentials by the contract's headers, and whatever else reads like one, each under the name of its setting or header. */
export function createLearning({ operations, settings }: Contract) {
  const known = new Map<string, Secret>()
  const headers = new Map(
    operations.flatMap(({ authentication }) => {
      if (authentication.kind === 'scheme') return [[authentication.header.toLowerCase(), authentication.setting] as const]
      return authentication.kind === 'signed' ? [[authentication.key.header.toLowerCase(), authentication.key.setting] as const] : []
    }),
  )
  const schemes = new Map(
    operations.flatMap(({ authentication }) =>
      authentication.kind === 'scheme' ? [[authentication.scheme, authentication.setting] as const] : [],
    ),
  )
  const secrets = new Set(settings.flatMap(({ name, secret }: SettingDeclaration) => (secret ? [name] : [])))
  return {
    see: ({ headers: fields }: SentRequest) => {
      for (const [name, value] of fields) {
        if (known.size >= mostLearned || !telling.test(name)) continue
        const [, scheme = '', credential = value] = /^([A-Za-z][\w-]*)\s+(\S.*)$/.exec(value) ?? []
        const setting = schemes.get(scheme) ?? headers.get(name.toLowerCase())
        if (credential.trim().length > 3 && !isNoValue(credential.trim()))
          known.set(credential, { name: setting && secrets.has(setting) ? setting : name, value: credential.trim() })
      }
    },
    learned: () => [...known.values()],
  }
}
