import type { CredentialPlace } from '../../contracts/credential-place.ts'
import { words } from '../../text/words.ts'

/** The names by which lax providers look for a credential in a query, most common first; of a long one as many are sent as fit. */
export const queryNames = words(`
  access_token token api_token authorization api_key apikey key auth jwt bearer accessToken apiToken apiKey auth_token authToken
  Authorization oauth_token id_token session sid secret password credential private_token
`)
export const cookieNames = words(`
  access_token token api_token authorization session jwt auth accessToken apiToken auth_token authToken Authorization api_key apiKey
  apikey bearer id_token sid sessionid connect.sid
`)
const plainHeaders = words('access-token api-token auth-token authorization api-key token auth auth-key access-key')
export const headerNames = [
  ...plainHeaders.map((name) => `x-${name}`),
  ...plainHeaders,
  ...words(`
    proxy-authorization apikey x-forwarded-authorization authentication private-token x-session-token x-user-token x-jwt-token x-bearer-token
    x-forwarded-access-token x-original-authorization bearer x-jwt jwt x-token-auth authorisation www-authenticate x-secret x-serverless-authorization x-authtoken x-api-secret
  `),
]
export const bodyNames = words(`
  access_token token api_token authorization apiKey api_key auth key accessToken apiToken apikey Authorization auth_token authToken
  credential secret password jwt bearer session credentials
`)

export type PlaceNames = Readonly<Record<CredentialPlace['in'], readonly string[]>>

export const commonNames: PlaceNames = { query: queryNames, cookie: cookieNames, header: headerNames }

/** Names that are looked for more rarely: they share one request of their own. */
export const rareNames: PlaceNames = {
  query: [
    ...plainHeaders.slice(0, 5).map((name) => `x-${name}`),
    ...words(`
      api-key access-token auth_key user_token session_token sessionid session_id bearer_token app_key appkey secret_key subscription-key pass auth-token ticket
    `),
  ],
  cookie: words(`
    access-token auth-token api-token x-access-token x-auth-token session_id sessionId session_token refresh_token idToken user_token
    remember_token JSESSIONID PHPSESSID login user __session
    laravel_session XSRF-TOKEN remember_me
  `),
  header: words(`
    x-authentication x-api-authorization grpc-metadata-authorization x-authorization-token http-authorization http_authorization x-id-token x-csrf-token x-xsrf-token
    x-apikey x-amzn-remapped-authorization sec-websocket-protocol
    x-jwt-assertion x-amz-security-token ocp-apim-subscription-key x-functions-key x-goog-iap-jwt-assertion cf-access-jwt-assertion
    x-gitlab-token x-vault-token x-client-token x-service-token x-internal-token x-app-token x-app-key app-key x-key secret-key session
    x-session-id x-session x-credential user-token access_token auth_token api_token
  `),
}

/** The most characters of guessed names and values in one request: servers accept few more in headers or an address. */
const mostCharacters = 6000
const besideEach = 4

/** How long each value is, and how many lists share a request. */
export interface HeadRoom {
  readonly length: number
  readonly share: number
}

/** As many of the names as fit into a request, each with a value of that length, where that many lists share the request. */
export function fitting(names: readonly string[], { length, share }: HeadRoom): readonly string[] {
  let left = mostCharacters / share
  return names.filter((name, index) => {
    left -= name.length + length + besideEach
    return left >= 0 || index < 4
  })
}

export function holdsScheme(header: string): boolean {
  return header.endsWith('authorization')
}
