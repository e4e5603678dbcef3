import { expect, it } from 'vitest'
import { reportOf } from '../report.ts'
import { exchange, runOf } from '../run.fixture.ts'
import { har } from './har.ts'

it('tells the parameters of addresses apart as long as there is room', () => {
  const long = { ...exchange('e1', ''), request: { method: 'GET', url: `http://a/?${'a=b&'.repeat(2000)}`, headers: [] } }
  const text = [...har(reportOf(runOf({ exchanges: Array.from({ length: 400 }, () => long) })))].join('')
  expect(JSON.parse(text).log.entries[0].request.queryString).toHaveLength(2000)
  expect(text.length).toBeLessThan(20 << 20)
})
