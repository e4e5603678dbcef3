import type { Headers } from '../../engine/exchange.ts'
import { words } from '../../text/words.ts'

/** Headers by which some gateways replace the address. */
export const originalHeaders = ['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-forwarded-uri'] as const
/** Headers by which some gateways replace the method. */
export const overrideHeaders = ['x-http-method-override', 'x-method-override', 'x-http-method'] as const
/** Headers by which some servers let a client choose the algorithm of a signature. */
export const algorithmHeaders = ['x-algorithm', 'x-hash-algorithm', 'x-sign-method', 'signature-algorithm', 'algorithm'] as const
/** Headers that claim that a request comes from inside, by what is commonly claimed in them. */
const claims: Readonly<Record<string, string>> = {
  '127.0.0.1': `
    x-forwarded-for x-real-ip x-client-ip true-client-ip x-remote-ip x-originating-ip cf-connecting-ip x-remote-addr x-cluster-client-ip
    client-ip x-custom-ip-authorization
  `,
  localhost: 'x-forwarded-host x-host',
  admin: `
    x-forwarded-user x-remote-user x-authenticated-user remote-user x-user x-role x-consumer-username x-auth-request-user
    x-amzn-oidc-identity x-auth-user x-forwarded-email
  `,
  '1': `
    x-user-id x-consumer-id x-request-id x-authenticated-userid x-tenant-id x-merchant-id x-nextjs-data x-postman-token idempotency-key
    x-idempotency-key
  `,
  true: `
    x-envoy-internal x-internal x-debug x-test x-mock x-health-check x-authenticated x-anonymous-consumer x-admin x-bypass-auth
    x-skip-auth x-no-auth x-test-mode x-gateway x-trusted-proxy x-internal-request x-sandbox
    x-bypass x-preview x-healthcheck x-dev x-disable-auth
  `,
  gateway: 'x-service-name x-internal-service',
  SUCCESS: 'x-ssl-client-verify x-client-verify',
}

export const claimHeaders: Headers = [
  ...Object.entries(claims).flatMap(([claim, names]) => each(claim, names)),
  ['forwarded', 'for=127.0.0.1;host=localhost;proto=https'],
  ['x-forwarded-proto', 'https'],
  ['x-client-cert', 'CN=admin'],
  ['x-requested-with', 'XMLHttpRequest'],
  ['via', '1.1 localhost'],
  ['sec-fetch-site', 'same-origin'],
  ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
  ['x-mock-response', 'success'],
  ['x-feature-flag', 'no-auth'],
  ['x-environment', 'test'],
  ['x-amzn-trace-id', 'Root=1-5759e988-bd862e3fe1be46a994272793'],
  ['x-auth-method', 'none'],
  ['x-api-version', '0'],
  ...algorithmHeaders.map((name) => [name, 'none'] as const),
]

/** Which few trust, and which some answer before they look at a credential. */
const sessionClaim: Headers[number] = ['cookie', 'session=1; admin=true; debug=true']

export const forwardedHeaders: Headers = [
  ...claimHeaders,
  sessionClaim,
  ['prefer', 'code=200, dynamic=true'],
  ['if-none-match', '*'],
  ['purpose', 'prefetch'],
  ['range', 'bytes=0-'],
  ['accept-language', 'fa, en;q=0.5'],
]

/** As gateways hand on who somebody is. */
const adminInBase64 = Buffer.from(JSON.stringify({ sub: 'admin', userId: 'admin', userRoles: ['admin', 'authenticated'] })).toString(
  'base64',
)

/** Headers in which gateways name a network of their own, and claims that few trust: with those above, more than servers read. */
export const privateHeaders: Headers = [
  ['x-forwarded-for', '10.0.0.1, 192.168.0.1, ::1'],
  ['x-real-ip', '192.168.0.1'],
  ['x-client-ip', '172.16.0.1'],
  ['true-client-ip', '::1'],
  ['cf-connecting-ip', '10.0.0.1'],
  ['forwarded', 'for=10.0.0.1'],
  ['x-forwarded-port', '443'],
  ['x-forwarded-server', 'localhost'],
  ...each('test', 'x-env x-mode x-purpose x-stage x-profile'),
  ...each(
    'admin',
    `
    x-auth-request-email x-webauth-user x-goog-authenticated-user-email x-ms-client-principal-name cf-access-authenticated-user-email
    tailscale-user-login x-authentik-username x-forwarded-preferred-username x-forwarded-groups x-jwt-claim-sub
  `,
  ),
  ...each(adminInBase64, 'x-ms-client-principal x-apigateway-api-userinfo x-amzn-oidc-data'),
  ['x-forwarded-client-cert', 'Hash=0;Subject="CN=admin"'],
  ['ssl-client-verify', 'SUCCESS'],
  ...each('true', 'x-appengine-cron x-cloudscheduler x-service-token x-api-gateway'),
  ['x-original-forwarded-for', '127.0.0.1'],
  ['x-correlation-id', '1'],
  ...each('true', 'x-dry-run x-demo x-skip-signature x-trusted x-verified x-internal-call x-auth-verified x-load-test x-canary x-is-admin'),
  ...each('none', 'x-hmac-algorithm x-sign-type x-auth-type'),
  ...each('1', 'x-client-id x-device-id x-account-id x-csrf-token x-sign-version x-retry-count'),
  ['x-platform', 'ios'],
  ['x-app-version', '1.0.0'],
  ['x-amz-date', '20260101T000000Z'],
  ['x-github-event', 'ping'],
  ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ['sec-purpose', 'prefetch'],
  ['cache-control', 'no-cache'],
  ['pragma', 'no-cache'],
  ['if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  ...each('1', 'dnt sec-gpc upgrade-insecure-requests'),
  ['sec-fetch-mode', 'navigate'],
  ['accept-charset', 'utf-8'],
  ['priority', 'u=1'],
  ['date', 'Thu, 01 Jan 2026 00:00:00 GMT'],
  ['from', 'admin@localhost'],
  ['origin', 'null'],
  ['referer', 'http://localhost/docs/swagger-ui/index.html'],
]

/** What a page of another site asks for, as browsers say it. */
const fromAnotherSite: Headers = [
  ['origin', 'https://example.com'],
  ['referer', 'https://example.com/'],
  ['sec-fetch-mode', 'cors'],
  ['sec-fetch-site', 'cross-site'],
  ['sec-fetch-dest', 'empty'],
]

/**
 * Clients of which a guard may ask nothing, as in a test, or where a monitor asks, each with claims that few trust: mocks are told what to
 * answer, guards which request a gateway asks about, and services who asks, and in which release.
 */
export const exemptedClients = {
  'PostmanRuntime/7.43.0': [
    ['x-mock-response-code', '200'],
    ['x-mock-response-name', 'success'],
    ...each('OPTIONS', 'x-original-method x-forwarded-method'),
    ...each('/health', 'x-envoy-original-path x-forwarded-prefix x-matched-path'),
    ...each('1', 'x-b3-flags x-b3-sampled x-retry x-attempt'),
    ...each('true', 'x-testing x-simulate x-qa x-e2e x-automation x-insecure x-no-verify x-beta x-feature x-experiment'),
    ...each(
      'admin',
      `x-principal x-subject x-roles x-groups x-permissions x-scopes impersonate-user x-on-behalf-of x-vouch-user remote-email
        x-username x-userid x-user-role x-user-email`,
    ),
    ...each(adminInBase64, 'x-userinfo x-endpoint-api-userinfo x-jwt-payload'),
    ...each(
      '1',
      `x-org-id x-account x-credential-identifier x-consumer-groups x-app-id x-partner-id x-version accept-version api-version
        x-tenant x-customer-id x-merchant x-terminal-id`,
    ),
    ...each('true', 'x-cron x-job x-scheduler x-worker x-batch x-webhook x-callback x-staging x-local x-developer x-maintenance'),
    ...each('internal', 'x-source x-caller x-client x-client-name x-channel x-app'),
    // Gateways that take these out of what comes from outside may forget that some servers read underscores as dashes.
    ...each('127.0.0.1', 'x_forwarded_for x_real_ip'),
    ...each('admin', 'x_forwarded_user x_remote_user remote_user'),
  ],
  'curl/8.5.0': [...claimHeaders, sessionClaim],
  'kube-probe/1.31': [
    ...fromAnotherSite,
    ...each('true', 'x-synthetic x-monitoring x-probe x-ping x-health x-warmup x-appengine-user-is-admin'),
    ...each('default', 'x-cloudtasks-queuename x-appengine-queuename'),
    ...each('127.0.0.1', 'x-azure-clientip fastly-client-ip fly-client-ip x-nf-client-connection-ip x-envoy-external-address'),
    ...each('CN=admin', 'ssl-client-cert x-ssl-client-s-dn x-arr-clientcert'),
  ],
  'ELB-HealthChecker/2.0': each('true', 'hx-request x-inertia x-livewire x-pjax rsc x-middleware-prefetch save-data'),
} as const satisfies Readonly<Record<string, Headers>>

/** Members of a body by which some servers let a client in. */
export const claimMembers = Object.fromEntries(each(true, 'admin isAdmin internal test debug sandbox dryRun skipSignature'))

export const trustedAgents: Headers[number] = [
  'user-agent',
  'Mozilla/5.0 (compatible; Googlebot/2.1) kube-probe/1.31 ELB-HealthChecker/2.0 curl/8.5.0 PostmanRuntime/7.43.0 python-requests/2.32 Go-http-client/2.0 GuzzleHttp/7 Java/21.0.5 GoogleHC/1.0 Prometheus/3.0 UptimeRobot/2.0 Pingdom insomnia/10.3 k6/0.55 Apache-JMeter/5.6 Locust SwaggerUI Datadog node Wget/1.24 Faraday/2.12 Ruby newman/6.2 RestSharp/112 Android internal test admin',
]

/** What guards look for in an address to let anybody in, whatever it is in fact the address of; the last is how that of a script ends. */
export const publicPages = 'login.swagger.docs.health.metrics.static.css.js'

export const testParameters: Readonly<Record<string, string>> = Object.fromEntries([
  ...each('true', 'debug test mock admin internal dev sandbox noauth skip_auth bypass healthcheck'),
  ['format', 'json'],
  ...each('true', 'preview skipAuth public demo dry_run trace nocache pretty'),
  ...each('true', 'dryRun skipSignature test_mode isTest staging local health raw export verbose force simulate'),
  ...each('admin', 'role user'),
  ...each('test', 'mode env'),
  ['alg', 'none'],
  ['callback', 'show'],
  ['lang', 'en'],
  ['fields', '*'],
  ...each('1', '_ v limit page'),
  ['next', publicPages],
])

export function preflightHeaders(method: string): Headers {
  return [
    ['origin', 'http://localhost'],
    ['access-control-request-method', method],
    ['access-control-request-headers', 'authorization, content-type'],
  ]
}

function each<Value>(value: Value, names: string): (readonly [name: string, value: Value])[] {
  return words(names).map((name) => [name, value])
}
