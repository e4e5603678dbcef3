import type { Headers } from '../../engine/exchange.ts'

/** Headers by which some gateways replace the address. */
export const originalHeaders = ['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-forwarded-uri'] as const
/** Headers by which some gateways replace the method. */
export const overrideHeaders = ['x-http-method-override', 'x-method-override', 'x-http-method'] as const
/** Headers by which some servers let a client choose the algorithm of a signature. */
export const algorithmHeaders = ['x-algorithm', 'x-hash-algorithm', 'x-sign-method', 'signature-algorithm', 'algorithm'] as const
/** Headers that claim that a request comes from inside. */
export const forwardedHeaders: Headers = [
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '127.0.0.1'],
  ['x-client-ip', '127.0.0.1'],
  ['true-client-ip', '127.0.0.1'],
  ['x-remote-ip', '127.0.0.1'],
  ['x-originating-ip', '127.0.0.1'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['forwarded', 'for=127.0.0.1;host=localhost;proto=https'],
  ['x-forwarded-host', 'localhost'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-user', 'admin'],
  ['x-remote-user', 'admin'],
  ['x-authenticated-user', 'admin'],
  ['x-user-id', '1'],
  ['x-consumer-id', '1'],
  ['x-envoy-internal', 'true'],
  ['x-internal', 'true'],
  ['x-debug', 'true'],
  ['cookie', 'session=1; admin=true; debug=true'],
  ['x-test', 'true'],
  ['x-mock', 'true'],
  ['x-health-check', 'true'],
  ['x-service-name', 'gateway'],
  ['x-remote-addr', '127.0.0.1'],
  ['x-cluster-client-ip', '127.0.0.1'],
  ['client-ip', '127.0.0.1'],
  ['x-host', 'localhost'],
  ['remote-user', 'admin'],
  ['x-user', 'admin'],
  ['x-role', 'admin'],
  ['x-authenticated', 'true'],
  ['x-consumer-username', 'admin'],
  ['x-ssl-client-verify', 'SUCCESS'],
  ['x-client-verify', 'SUCCESS'],
  ['x-client-cert', 'CN=admin'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['x-request-id', '1'],
  ['via', '1.1 localhost'],
  ['prefer', 'code=200'],
  ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
  ['x-authenticated-userid', '1'],
  ['x-auth-request-user', 'admin'],
  ['x-amzn-oidc-identity', 'admin'],
  ['x-anonymous-consumer', 'true'],
  ['x-custom-ip-authorization', '127.0.0.1'],
  ['x-admin', 'true'],
  ['x-bypass-auth', 'true'],
  ['x-skip-auth', 'true'],
  ['x-no-auth', 'true'],
  ['x-test-mode', 'true'],
  ['x-mock-response', 'success'],
  ['x-feature-flag', 'no-auth'],
  ['x-gateway', 'true'],
  ['x-trusted-proxy', 'true'],
  ['x-internal-request', 'true'],
  ['x-internal-service', 'gateway'],
  ['x-environment', 'test'],
  ['x-sandbox', 'true'],
  ['x-tenant-id', '1'],
  ['x-merchant-id', '1'],
  ['x-amzn-trace-id', 'Root=1-5759e988-bd862e3fe1be46a994272793'],
  ['x-nextjs-data', '1'],
  ['x-postman-token', '1'],
  ['if-none-match', '*'],
  ['purpose', 'prefetch'],
  ['range', 'bytes=0-'],
  ['idempotency-key', '1'],
  ['x-idempotency-key', '1'],
  ['x-auth-method', 'none'],
  ...algorithmHeaders.map((name) => [name, 'none'] as const),
  ['x-api-version', '0'],
]

/** Headers in which gateways say that a request comes from a network of their own. */
export const privateHeaders: Headers = [
  ['x-forwarded-for', '10.0.0.1, ::1'],
  ['x-real-ip', '192.168.0.1'],
  ['x-client-ip', '172.16.0.1'],
  ['true-client-ip', '::1'],
  ['cf-connecting-ip', '10.0.0.1'],
  ['forwarded', 'for=10.0.0.1'],
]

export const trustedAgents: Headers[number] = [
  'user-agent',
  'Mozilla/5.0 (compatible; Googlebot/2.1) kube-probe/1.31 ELB-HealthChecker/2.0 curl/8.5.0 PostmanRuntime/7.43.0 python-requests/2.32 node',
]
export const testParameters = {
  debug: 'true',
  test: 'true',
  mock: 'true',
  admin: 'true',
  internal: 'true',
  format: 'json',
  preview: 'true',
  alg: 'none',
  callback: 'show',
}

export function preflightHeaders(method: string): Headers {
  return [
    ['origin', 'http://localhost'],
    ['access-control-request-method', method],
    ['access-control-request-headers', 'authorization, content-type'],
  ]
}
