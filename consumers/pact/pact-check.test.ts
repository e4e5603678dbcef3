import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { type Case, fine, warnings } from './fixtures/cases.fixture.ts'
import { type Draft, pactFile, rightDrafts, rule, type Style, styles } from './fixtures/consumer.fixture.ts'
import { seededMistakes } from './fixtures/mistakes.fixture.ts'
import { placesOf, typeOf, valueAt, withValue } from './fixtures/places.fixture.ts'
import { at, type SeededMistake } from './fixtures/seeding.fixture.ts'
import { checkCode, checkPacts, type JudgedInteraction } from './pact-check.ts'
import { parsePact } from './reading/file.ts'
import type { ConsumerPact } from './reading/interaction.ts'
import { VerifierError } from './verification/pact-verifier.ts'

const versions = [3, 4] as const
const forms = styles.flatMap((style) => versions.map((version) => ({ style, version, name: `${style}, version ${version}` })))

function pactOf(drafts: readonly Draft[], version: 3 | 4, file = 'consumer.json'): ConsumerPact {
  return parsePact(pactFile(drafts, version), file)
}

async function judged(drafts: readonly Draft[], version: 3 | 4 = 4): Promise<readonly JudgedInteraction[]> {
  const { pacts } = await checkPacts(contract, [pactOf(drafts, version)])
  return pacts.flatMap(({ interactions }) => interactions)
}

/** Judges cases together, when the first of them is asked for: the verifier takes a process each time. */
function together(cases: readonly Case[]): (index: number) => Promise<readonly JudgedInteraction[]> {
  const pactOfCase = ([, where, change]: Case) => {
    const drafts = rightDrafts('types')
    change(drafts[where])
    return pactOf([drafts[where], ...Object.values(drafts).filter((draft) => draft !== drafts[where])], 4)
  }
  let report: ReturnType<typeof checkPacts> | undefined
  return async (index) => {
    report ??= checkPacts(contract, cases.map(pactOfCase))
    return (await report).pacts[index]?.interactions ?? []
  }
}

function mistaken(style: Style, { in: where, seed }: SeededMistake): Draft[] {
  const drafts = rightDrafts(style)
  seed(drafts[where])
  return Object.values(drafts)
}

it('passes right consumers in every style, in both versions', async () => {
  const all = forms.map(({ style, version, name }) => pactOf(Object.values(rightDrafts(style)), version, name))
  const report = await checkPacts(contract, all)
  for (const { file, interactions } of report.pacts) expect([file, interactions.flatMap(({ findings }) => findings)]).toEqual([file, []])
  expect(checkCode(report)).toBe(0)
})

const some = forms.filter(({ style, version }) => style === 'types' || (style === 'exact') === (version === 3))

it.for(some)(`finds each of ${seededMistakes.length} mistakes in $name, where it is and nowhere else`, async ({ style, version }) => {
  const report = await checkPacts(
    contract,
    seededMistakes.map((mistake) => pactOf(mistaken(style, mistake), version, mistake.title)),
  )
  const missed = seededMistakes.flatMap(({ title, in: where, at: place }, index) => {
    const interactions = report.pacts[index]?.interactions ?? []
    const failed = interactions.filter(({ verdict }) => verdict === 'failed')
    const [found] = failed
    const isFound =
      found?.description === rightDrafts(style)[where].description &&
      found.findings.some(({ at, level }) => at === place && level === 'MUST')
    return isFound && failed.length === 1
      ? []
      : [{ title, at: place, found: failed.map(({ description, findings }) => ({ description, findings })) }]
  })
  expect(missed).toEqual([])
})

it('finds what a rule above everything takes for granted', async () => {
  const { coins } = rightDrafts('exact')
  coins.rules = { $: rule('type') }
  const [found] = await judged([coins])
  expect(found).toMatchObject({ verdict: 'failed', findings: [{ at: 'response body /data/0/max_supply', level: 'MUST' }] })
})

it('warns where a consumer shows, in another state, that it can bear what it rules out here', async () => {
  const { payments, empty } = rightDrafts('types')
  payments.rules['$.transactions.data'] = rule('type', { min: 1 })
  expect((await judged([payments, empty])).map(({ verdict }) => verdict)).toEqual(['warned', 'passed'])
  expect((await judged([payments])).map(({ verdict }) => verdict)).toEqual(['failed'])
})

it('finds interactions that expect two answers to one request in one state', async () => {
  const [one, other] = [rightDrafts('exact').payments, rightDrafts('exact').payments]
  Object.assign(other, { description: 'no payments', answer: rightDrafts('exact').empty.answer })
  const [first, second] = await judged([one, other])
  expect([first?.verdict, second?.verdict, second?.findings[0]]).toMatchObject([
    'passed',
    'failed',
    { at: 'response body /transactions/data', expected: 'what “payments of a terminal” expects of the same request in the same state' },
  ])
  const alone = async (changed: Partial<Draft>) => (await judged([one, { ...other, ...changed }])).map(({ verdict }) => verdict)
  expect(await alone({ state: 'the terminal has none' })).toEqual(['passed', 'passed'])
  expect(await alone({ headers: { ...other.headers, 'Accept-Language': 'fa' } })).toEqual(['passed', 'passed'])
})

it.each(['types', 'exact'] as const)('finds a supply that is never whole, in the style of %s', async (style) => {
  const { coins } = rightDrafts(style)
  coins.rules['$.data[*].max_supply'] = { combine: 'OR', matchers: [{ match: 'decimal' }, { match: 'null' }] }
  const [found] = await judged([coins])
  expect(found?.findings).toMatchObject([{ level: 'MUST', at: expect.stringMatching(/^response body \/data\/\d\/max_supply$/) }])
})

const warned = together(warnings)

it.each(warnings.map(([title], index) => [title, index] as const))('warns of %s', async (_, index) => {
  const [changed, ...others] = await warned(index)
  expect(changed).toMatchObject({ verdict: 'warned', findings: [{ level: 'SHOULD' }] })
  expect(others.flatMap(({ findings }) => findings)).toEqual([])
})

const passed = together(fine)

it.each(fine.map(([title], index) => [title, index] as const))('finds nothing wrong with %s', async (_, index) => {
  const interactions = await passed(index)
  expect(interactions.length).toBeGreaterThan(0)
  expect(interactions.flatMap(({ findings }) => findings)).toEqual([])
})

it('warns of a request whose rule for the whole body says nothing of a text that has a form', async () => {
  const { withdrawal } = rightDrafts('types')
  withdrawal.requestRules = { header: { 'X-API-Key': rule('type') }, body: { $: rule('type'), '$.description': rule('type') } }
  const [found] = await judged([withdrawal])
  const places = ['request body /amount', 'request body /token', 'request header X-API-Key']
  expect([found?.verdict, found?.findings.map(({ at: place }) => place)]).toEqual(['warned', places])
})

it.each([
  [{ status: 'success' }, 'passed'],
  [{ status: 'error' }, 'failed'],
  [{ status: [200, 201] }, 'passed'],
  [{ status: [201] }, 'failed'],
  [{ match: 'regex', regex: '^2\\d\\d$' }, 'passed'],
  [{ match: 'regex', regex: '^4\\d\\d$' }, 'failed'],
  [{ match: 'type' }, 'warned'],
])('takes a rule for the status %o as what is expected', async (status, verdict) => {
  const file = JSON.parse(pactFile([rightDrafts('exact').coins], 4)) as { interactions: { response: { matchingRules: object } }[] }
  const [first] = file.interactions
  if (first) first.response.matchingRules = { status: rule('statusCode', status) }
  const { pacts } = await checkPacts(contract, [parsePact(JSON.stringify(file), 'status.json')], { reliances: async () => new Map() })
  expect(pacts[0]?.interactions[0]?.verdict).toBe(verdict)
})

it('finds every field of every request and answer where it has another type', async () => {
  const others: unknown[] = [null, 'assay', 1.5, true, [], {}]
  const seeded = Object.keys(rightDrafts('exact')).flatMap((where) =>
    (['body', 'answer'] as const).flatMap((side) =>
      placesOf(rightDrafts('exact')[where as 'coins'][side]).flatMap((place) =>
        others.map((value) => ({ where: where as 'coins', side, place, value })),
      ),
    ),
  )
  const wrong = seeded.filter(
    ({ where, side, place, value }) =>
      typeOf(valueAt(rightDrafts('exact')[where][side], place)) !== typeOf(value) && !place.includes('max_supply'),
  )
  const files = wrong.map(({ where, side, place, value }) => {
    const draft = rightDrafts('exact')[where]
    draft[side] = withValue(draft[side], place, value)
    return pactOf([draft], 4)
  })
  const { pacts } = await checkPacts(contract, files, { reliances: async () => new Map() })
  const missed = pacts.flatMap(({ interactions }, index) => (interactions[0]?.verdict === 'failed' ? [] : [wrong[index]]))
  expect(wrong.length).toBeGreaterThan(129)
  expect(missed).toEqual([])
})

it('says what could not be judged where the verifier does not work', async () => {
  const broken = () => Promise.reject(new VerifierError('it is not here'))
  const report = await checkPacts(contract, [pactOf(Object.values(rightDrafts('exact')), 4)], { reliances: broken })
  expect([checkCode(report), report.problems]).toEqual([3, [expect.stringContaining('it is not here')]])
})

it('judges the others where Pact cannot read the rules of one', async () => {
  const { coins, payments } = rightDrafts('types')
  coins.rules = { '$.data[': rule('type') }
  payments.rules['$.transactions.data'] = rule('type', { min: 1 })
  expect((await judged([coins, payments, rightDrafts('types').withdrawal])).map(({ verdict }) => verdict)).toEqual([
    'failed',
    'failed',
    'passed',
  ])
})

it('survives nonsense in every part of an interaction', async () => {
  const nonsense = [
    null,
    0,
    'text',
    [],
    { headers: 1, query: 2, body: 3, matchingRules: { body: { $: 4 }, header: 5, path: 6 }, status: 'x' },
  ]
  const parts = ['request', 'response', 'providerStates', 'description', 'type'].flatMap((part) =>
    nonsense.map((value) => ({ part, value })),
  )
  const files = parts.map(({ part, value }) => {
    const file = JSON.parse(pactFile([rightDrafts('exact').coins], 4)) as { interactions: Record<string, unknown>[] }
    const [first] = file.interactions
    if (first) first[part] = value
    return parsePact(JSON.stringify(file), part)
  })
  expect((await checkPacts(contract, files)).pacts).toHaveLength(files.length)
})

it('goes by the media type that a body of version 4 has itself, as Pact does', async () => {
  for (const part of ['request', 'response'] as const) {
    const file = JSON.parse(pactFile([rightDrafts('exact').payments], 4)) as { interactions: Record<string, { body: unknown }>[] }
    const body = file.interactions[0]?.[part]?.body
    Object.assign(body as object, { contentType: 'text/plain', content: JSON.stringify(at(body, 'content')) })
    const { pacts } = await checkPacts(contract, [parsePact(JSON.stringify(file), 'typed.json')], { reliances: async () => new Map() })
    expect(pacts[0]?.interactions[0]?.findings[0]).toMatchObject({
      level: 'MUST',
      at: `${part} header Content-Type`,
      actual: '"text/plain"',
    })
  }
})

it('reads bodies that are written as texts and queries as they stand in addresses', async () => {
  const { coins, payments } = rightDrafts('exact')
  const file = JSON.parse(pactFile([coins, payments], 4)) as {
    interactions: { request: { query?: unknown; body?: Record<string, unknown> } }[]
  }
  const [first, second] = file.interactions.map(({ request }) => request)
  if (first) first.query = { source: '1' }
  if (second)
    second.body = {
      content: Buffer.from(JSON.stringify(payments.body)).toString('base64'),
      contentType: 'application/json',
      encoded: 'base64',
    }
  const { pacts } = await checkPacts(contract, [parsePact(JSON.stringify(file), 'encoded.json')])
  expect(pacts.flatMap(({ interactions }) => interactions.flatMap(({ findings }) => findings))).toEqual([])
})
