import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { parseHar } from './har.ts'
import { judgeRecorded } from './recorded.ts'
import { forms, recordedBy } from './recordings.fixture.ts'

const long = 'a'.repeat(60_000)

it.each([
  ['another service says where it went', 'https://dev.example', ' Others went to https://dev.example: is that the address (--target)?'],
  ['addresses that are none names none', 'dev.example', ''],
  [
    'a long address names its beginning',
    `https://${long}`,
    ` Others went to https://${long.slice(0, 91)}…: is that the address (--target)?`,
  ],
])('traffic with %s', async (_, address, said) => {
  expect(await saidOf(() => address)).toEqual(new Set([said]))
})

it('traffic that went to many addresses names some of them', async () => {
  let asked = 0
  const [said = '', ...others] = await saidOf(() => {
    asked += 1
    return `https://${asked}.example`
  })
  expect(said).toMatch(/^ Others went to https:\S+ and https:\S+ and https:\S+: is that the address/)
  expect([others, asked > 3]).toEqual([[], true])
})

it('where nobody says which address is right, none is named', async () => {
  expect(await saidOf(() => 'https://dev.example/?', [])).toEqual(new Set(['']))
})

/** What is said of operations of which no request came, behind that. */
async function saidOf(addressOf: () => string, known: readonly string[] = contract.bases): Promise<Set<string>> {
  const [form] = Object.values(forms)
  const bases = Object.fromEntries(known.map((base) => [base, 'https://other.example']))
  const recorded = recordedBy(form ?? expect.unreachable())
  const recordings = [recorded, recorded].map((text) => parseHar(text.replaceAll('https://dev.example', addressOf)))
  const operations = contract.operations.map(({ id }) => id)
  const about = { contract, name: 'a.har', recordings, bases, settings: defaultSettings, operations, deadline: 600_000 }
  const { outcomes } = (await judgeRecorded(about)).run
  const reasons = outcomes.flatMap(({ verdict, reason }) =>
    verdict === 'inconclusive' && reason?.startsWith('No request of') ? reason : [],
  )
  expect(reasons.length).toBeGreaterThan(80)
  return new Set(reasons.map((reason) => reason.replace(/^No request of \w+ came; --operations can leave it out\./, '')))
}
