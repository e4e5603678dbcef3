/** Where lax providers look for a credential besides its header. */
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
] as const
export const cookieNames = ['access_token', 'token', 'api_token', 'authorization', 'session', 'jwt', 'auth'] as const
export const headerNames = [
  'x-access-token',
  'x-api-token',
  'x-auth-token',
  'x-authorization',
  'proxy-authorization',
  'api-key',
  'apikey',
  'token',
  'access-token',
  'x-token',
  'x-forwarded-authorization',
] as const
export const bodyNames = ['access_token', 'token', 'api_token', 'authorization', 'apiKey', 'api_key', 'auth', 'key'] as const

/** True for a header that holds a scheme and a credential. */
export function holdsScheme(header: string): boolean {
  return header.endsWith('authorization')
}
