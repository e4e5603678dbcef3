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
  const [form] = Object.values(forms)
  const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://other.example']))
  const recordings = [parseHar(recordedBy(form ?? expect.unreachable()).replaceAll('https://dev.example', address))]
  const operations = contract.operations.map(({ id }) => id)
  const about = { contract, name: 'a.har', recordings, bases, settings: defaultSettings, operations, deadline: 600_000 }
  const { outcomes } = (await judgeRecorded(about)).run
  const reasons = outcomes.flatMap(({ verdict, reason }) =>
    verdict === 'inconclusive' && reason?.startsWith('No request of') ? reason : [],
  )
  expect(reasons.length).toBeGreaterThan(80)
  for (const reason of reasons) expect(reason.replace(/^No request of \w+ came; --operations can leave it out\./, '')).toBe(said)
})
