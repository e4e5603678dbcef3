/** Where lax providers look for a credential besides its header, the commonest first: of a long credential no more are sent than fit. */
export const queryNames = [
  'access_token',
  'token',
  'api_token',
  'authorization',
  'api_key',
  'apikey',
  'key',
  'auth',
  'jwt',
  'bearer',
  'accessToken',
  'apiToken',
  'apiKey',
  'auth_token',
  'authToken',
  'Authorization',
  'oauth_token',
  'id_token',
  'session',
  'sid',
  'secret',
  'password',
  'credential',
] as const
export const cookieNames = [
  'access_token',
  'token',
  'api_token',
  'authorization',
  'session',
  'jwt',
  'auth',
  'accessToken',
  'apiToken',
  'auth_token',
  'authToken',
  'Authorization',
  'api_key',
  'apiKey',
  'apikey',
  'bearer',
  'id_token',
  'sid',
  'sessionid',
  'connect.sid',
] as const
/** Each of them with `x-` before it, and without. */
const plainHeaders = [
  'access-token',
  'api-token',
  'auth-token',
  'authorization',
  'api-key',
  'token',
  'auth',
  'auth-key',
  'access-key',
] as const
export const headerNames = [
  ...plainHeaders.map((name) => `x-${name}`),
  ...plainHeaders,
  'proxy-authorization',
  'apikey',
  'x-forwarded-authorization',
  'authentication',
  'private-token',
  'x-session-token',
  'x-user-token',
  'x-jwt-token',
  'x-bearer-token',
  'x-forwarded-access-token',
  'x-original-authorization',
  'bearer',
]
export const bodyNames = [
  'access_token',
  'token',
  'api_token',
  'authorization',
  'apiKey',
  'api_key',
  'auth',
  'key',
  'accessToken',
  'apiToken',
  'apikey',
  'Authorization',
  'auth_token',
  'authToken',
  'credential',
  'secret',
  'password',
] as const

/** Servers take few more characters of headers or of an address than that. */
const mostCharacters = 5000

/** As many of the names as fit into a request, each with a value of that length. */
export function fitting<Name extends string>(names: readonly Name[], length: number): readonly Name[] {
  return names.slice(0, Math.max(4, Math.floor(mostCharacters / (length + 30))))
}

/** True for a header that holds a scheme and a credential. */
export function holdsScheme(header: string): boolean {
  return header.endsWith('authorization')
}
