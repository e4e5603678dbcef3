import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import { judgeInProcess } from '../suites/in-process.fixture.ts'
import { rejudge } from '../suites/run.ts'
import { fromReport, parseReport } from './parsing.ts'
import { redactionsOf } from './redaction/redaction.ts'
import { standingOutcomes } from './replay.ts'
import { type Report, reportOf } from './report.ts'

const secrets = contract.settings.filter(({ secret }) => secret).map(({ name }) => name)
const operations = contract.operations.map(({ id }) => id)

async function savedRun(values: Readonly<Record<string, string>>): Promise<Report> {
  return parseReport(JSON.stringify(reportOf(await judgeInProcess({ contract, settings: values }, { operations }))))
}

describe('a secret that is an ordinary word', () => {
  for (const words of [
    ['success', 'SUCCESS', 'USDT', 'test', 'data'],
    ['example', 'png', 'token', '1', 'null'],
    ['1500', '100001', 'Bitcoin', 'com', 'BSC'],
    ['transactions', 'withdrawId', 'available_supply', 'terminalId', 'price_quote'],
  ]) {
    it(`changes no verdict: ${words.join(', ')}`, async () => {
      const report = await savedRun(Object.fromEntries(secrets.map((name, at) => [name, words[at] ?? ''])))
      const again = await rejudge(contract, { exchanges: fromReport(report), outcomes: report.outcomes })
      const verdicts = (outcomes: Report['outcomes']) => outcomes.map(({ check, verdict }) => `${check} ${verdict}`)
      expect(verdicts(standingOutcomes(report, again.outcomes))).toEqual(verdicts(report.outcomes))
      const credentials = report.exchanges.flatMap(({ request }) => request.headers.filter(([name]) => /authorization|api-key/i.test(name)))
      for (const [, value] of credentials.filter(([, value]) => !value.includes('altered')))
        expect(words).not.toContain(value.split(' ').at(-1))
    })
  }
})

it.each(['accepted', 'Refusal', 'merchant'])("stands in Assay's own sentences, whatever case its variations have: %s", (word) => {
  const settings = Object.fromEntries(contract.settings.map(({ name }) => [name, secrets.includes(name) ? word : 'x']))
  const target = { name: 'dev', bases: {}, settings, operations, allowWithdrawals: false }
  const sentence = `A right request was not ${word.toLowerCase()}: ${word}.`
  expect(redactionsOf(contract, target, [], 'a seed').received(sentence)).toBe(sentence)
})

it('leaves nothing out of an ordinary run, and shows no signature whole', async () => {
  const report = await savedRun({})
  expect(report.notes).toEqual([])
  const header = contract.operations.find(isSigned)?.authentication.signature.header ?? ''
  const sent = report.exchanges.flatMap(({ request }) => request.headers.filter(([name]) => name === header).map(([, value]) => value))
  expect(sent.length).toBeGreaterThan(20)
  expect(sent.filter((value) => /^«signature \d+»$/.test(value)).length).toBeGreaterThan(20)
  expect(new Set(sent).size).toBeGreaterThan(sent.length / 2)
  const { spec: _, bodies, ...rest } = report
  const shown = JSON.stringify([rest, Object.values(bodies)]).replace(/"(?:body|sha256)":"[0-9a-f]{64}"/g, '')
  expect(shown.match(/\b[0-9a-f]{56,}\b/gi)?.filter((digits) => shown.includes(`${header}","${digits}`)) ?? []).toEqual([])
})
