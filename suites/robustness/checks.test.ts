import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, paged, response, signed, target } from '../../engine/evidence/evidence.fixture.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { createSeed } from '../../engine/seed.ts'
import { startProvider } from '../../provider/server.ts'
import { behaviourProbe } from '../behaviour/probe.ts'
import { run } from '../run.ts'
import { robustnessChecks } from './checks.ts'
import { malformations, robustnessProbe } from './probe.ts'

const unsigned = contract.operations.filter(({ authentication }) => authentication.kind !== 'signed').map(({ id }) => id)

it('the robustness of a target that refuses right requests is not known', async () => {
  const provider = await startProvider({ contract })
  try {
    const wrong = Object.fromEntries(contract.settings.filter(({ secret }) => secret).map(({ name }) => [name, 'another-credential']))
    const target = {
      name: 'it',
      bases: provider.bases,
      settings: { ...provider.settings, ...wrong },
      operations: unsigned,
      allowWithdrawals: false,
    }
    const { outcomes } = await run({ contract, target, seed: createSeed('robustness') })
    const robustness = outcomes.filter(
      ({ requirement, operation }) => requirement === `${operation}.robustness` && unsigned.includes(operation),
    )
    expect(robustness.length).toBeGreaterThan(10)
    expect(new Set(robustness.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']))
  } finally {
    await provider.close()
  }
})

/** What is found where a malformed request was answered so, and the right one before it. */
function found(answer: Partial<Exchange>, control = response(200, paged.success.example), beside: readonly Evidence[] = []) {
  const probe = robustnessProbe(paged)
  const check = robustnessChecks(paged, probe, behaviourProbe(paged), probe).find(({ id }) => id.endsWith('.body.malformed'))
  const { failure: _, ...sent } = exchange(paged, 'body.malformed')
  return [...(check?.judge(evidenceOf(paged, [exchange(paged, 'control', control), { ...sent, ...answer }]), beside) ?? [])]
}

it.each(['time-out', 'reset'] as const)('a malformed request that ends in a %s was not borne', (kind) => {
  expect(found({ failure: { kind, message: 'there was no answer' } })).toMatchObject([{ expected: 'an answer' }])
})

it('one without an answer that can be read shows nothing, and none is borne where nothing right is answered', () => {
  expect(() => found({ failure: { kind: 'protocol', message: 'a header is too long' } })).toThrow(
    'no answer to judge: a header is too long',
  )
  expect(() => found({ response: response(503, 'later') }, response(503, 'later'))).toThrow('does not answer a right request either')
})

it.each([
  ['as wrong ones are', 503, []],
  ['otherwise', 500, ['500']],
])(
  'where whatever is signed wrongly is told to come later, a malformed request that is answered %s is borne, or not',
  (_, status, want) => {
    const later = response(503, 'later')
    const right = ['control', 'control-after', 'among-1'].map((role) => exchange(paged, role, response(200, paged.success.example)))
    const wrong = Array.from({ length: 10 }, (_, index) => exchange(paged, `wrong-${index}`, later))
    const beside = evidenceOf(paged, [...right, ...wrong])
    expect(found({ response: response(status, 'no') }, later, [beside]).map(({ actual }) => actual)).toEqual(want)
  },
)

it.each([
  [500, ['500']],
  [501, []],
  [400, []],
  [200, []],
])('one that is answered with %i is borne, or not', (status, actual) => {
  expect(found({ response: response(status, 'no') }).map((finding) => finding.actual)).toEqual(actual)
})

it.each([
  {
    shown:
      'SyntaxError: Unexpected token at position 11 (line 1 column 12)<br>at JSON.parse (&lt;anonymous&gt;)<br>at parse (/app/json.js:93:21)',
    trace: 'at parse (/app/json.js:93:21)',
  },
  { shown: "/app/wallet.rb:12:in `parse': unexpected token", trace: 'wallet.rb:12:in `' },
  { shown: '{"error":"parse\\nwallet.rb:24:in `answer\'"}', trace: 'wallet.rb:24:in `' },
  { shown: '{"error":"File \\"/app/wallet.py\\", line 7"}', trace: 'File "/app/wallet.py", line 7' },
  { shown: 'Traceback (most recent call last):\n  …', trace: 'Traceback (most recent call last)' },
  { shown: '  File "/app/wallet.py", line 7, in parse', trace: 'File "/app/wallet.py", line 7' },
  { shown: 'at com.pay.Wallet.parse(Wallet.java:31)', trace: 'at com.pay.Wallet.parse(Wallet.java:31)' },
  { shown: '#0 /app/wallet.php(12): parse()', trace: '#0 /app/wallet.php(12)' },
  { shown: 'goroutine 7 [running]:', trace: 'goroutine 7 [' },
  { shown: 'in C:\\app\\Wallet.cs:line 42', trace: '.cs:line 42' },
  { shown: "Expected ',' or '}' in JSON at position 11 (line 1 column 12)", trace: undefined },
])('of what shows its code the trace is told, and of what does not, nothing: $trace', ({ shown, trace }) => {
  for (const status of [200, 400])
    expect(found({ response: response(status, shown) }).map(({ actual }) => actual)).toEqual(trace === undefined ? [] : [trace])
})

it('away from this machine a withdrawal carries no other wallet, token, chain or amount, however malformed', () => {
  const all = [...new Set(malformations(signed).map(({ role }) => role))]
  const sent = (bases: typeof target.bases) =>
    robustnessProbe(signed).cost(contract, { ...target, bases, allowWithdrawals: true }, new Set(all)).requests
  const away = Object.fromEntries(Object.keys(target.bases).map((base) => [base, 'https://service.example']))
  const guarded = signed.body?.fields.filter(({ value }) => 'setting' in value).map(({ name }) => name) ?? []
  const harmless = all.filter((role) => !guarded.some((name) => role.startsWith(`${name}.`)) && !/^(body|texts)\./.test(role))
  expect(sent(target.bases)).toBe(all.length + 1)
  expect(harmless.length).toBeGreaterThan(0)
  expect(sent(away)).toBeLessThanOrEqual(harmless.length + 2)
})

it('what may be null as well is malformed in the same ways', () => {
  const { body } = paged
  if (!body) return expect.unreachable('it has a body')
  const fields = body.fields.map((field) => ({ ...field, schema: { ...field.schema, type: [field.schema.type ?? [], 'null'].flat() } }))
  const sent = (operation: typeof paged) => malformations(operation).map(({ id, role, changes }) => [id, role, changes.inputs])
  expect(sent({ ...paged, body: { ...body, fields } })).toEqual(sent(paged))
})
