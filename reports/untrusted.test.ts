import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { compareReports } from './comparison/compare.ts'
import { comparisonText } from './comparison/comparison-text.ts'
import { examinationSummary } from './examination.ts'
import { sideBySide } from './exchanges/resent-exchange.ts'
import { shieldsBadge, svgBadge } from './formats/badge.ts'
import { githubAnnotations, githubSummary } from './formats/github.ts'
import { hostileRun, hostileStrings } from './hostile.fixture.ts'
import { issueMarkdown } from './issue.ts'
import { parseReport } from './parsing.ts'
import { replaySummary } from './replay.ts'
import { type Report, reportOf } from './report.ts'
import { runOf } from './run.fixture.ts'
import { terminalSummary } from './terminal/terminal.ts'
import { jsonText } from './text/json.ts'
import { wholePage } from './whole-text.fixture.ts'

const style = { colour: false, width: 60 }
const hostile = reportOf(hostileRun())
const [first] = hostile.exchanges

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const dangerous = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u
const command = /^\s*::|##\w*\[/m

describe('what a stranger wrote', () => {
  const all = hostileStrings.join(' ')
  const shown: Readonly<Record<string, string>> = {
    'the terminal, all of it': terminalSummary(hostile, { ...style, detail: 'verbose' }),
    'the terminal, briefly': terminalSummary(hostile, { ...style, detail: 'quiet' }),
    JSON: jsonText(hostile),
    'a comparison': comparisonText(compareReports(reportOf(runOf()), hostile), style),
    'a replay': replaySummary(hostile, hostileRun().outcomes, contract.spec, style),
    'an exchange that was sent again': hostileRun()
      .exchanges.map((one) => sideBySide(one, one, ['/data'], style))
      .join(''),
    'an issue for a tracker': hostile.outcomes.map((outcome) => issueMarkdown(hostile, outcome)).join('\n'),
    'an examination': examinationSummary(
      {
        schema: 'assay.doctor/1',
        target: all,
        exitCode: 3,
        sound: [],
        diagnoses: hostile.diagnoses,
        registered: hostileStrings,
        unknownFate: hostileStrings,
      },
      style,
    ),
  }
  for (const [name, text] of Object.entries(shown)) {
    it(`neither moves a cursor nor speaks to a CI system in ${name}`, () => {
      expect(dangerous.exec(text)?.[0].codePointAt(0)).toBeUndefined()
      expect(text.split('\n').filter((line) => command.test(line))).toEqual([])
    })
  }

  it('moves nothing on a page either, in ids that its schema lets be anything as in texts', async () => {
    const [id, finding] = ['a\u001b[2J\u202e', { at: 'status', expected: '200', actual: '500' }]
    const outcomes = hostile.outcomes.map((outcome) => ({
      ...outcome,
      title: id,
      evidence: [id],
      findings: [{ ...finding, exchange: id }],
    }))
    const page = await wholePage({ ...hostile, outcomes })
    expect(dangerous.exec(page.replaceAll('\t', ' '))?.[0].codePointAt(0)).toBeUndefined()
    expect(page).toContain('a\\u001b[2J\\u202e')
  })

  it('makes no annotation of its own for GitHub', () => {
    for (const line of githubAnnotations(hostile).trimEnd().split('\n')) {
      expect(line).toMatch(/^::(error|warning) title=[^:]*::/)
      expect(line.slice(2).match(/::/g)).toHaveLength(1)
      expect(line).not.toMatch(/##\w*\[/)
    }
    expect(githubSummary(hostile)).not.toMatch(dangerous)
  })
})

describe('a report that is not what it should be', () => {
  const sound = JSON.parse(JSON.stringify(reportOf(runOf()))) as Report
  const changed = (change: object) => JSON.stringify({ ...sound, ...change })
  const [outcome] = sound.outcomes
  const [setting] = sound.ledger.settings
  const cases: Readonly<Record<string, string>> = {
    'nested deeply': changed({ observations: [] }).replace('"observations":[]', `"observations":[${'['.repeat(1e6)}${']'.repeat(1e6)}]`),
    'nested deeply, in part': '{"a":'.repeat(1e6),
    'with an invented verdict': changed({ outcomes: [{ ...outcome, verdict: '<b>' }] }),
    'with text for numbers': changed({ exchanges: [{ ...first, durationMs: '"><svg onload=x>' }] }),
    'with a number beyond numbers': changed({}).replace(/"durationMs":[\d.]+/, '"durationMs":1e999'),
    'with a time that is none': changed({ startedAt: '+275760-09-13T00:00:00Z' }),
    'with a leap second, which is no time here': changed({ finishedAt: '2016-12-31T23:59:60Z' }),
    'with a variable that is a command': changed({ ledger: { ...sound.ledger, settings: [{ ...setting, env: 'X$(reboot)' }] } }),
    'with a base that is a command': changed({ target: { ...sound.target, 'a$(reboot)Url': 'http://a.example' } }),
    'with a base that is an option': changed({ target: { ...sound.target, '--allow-withdrawals Url': 'http://a.example' } }),
    'with a variable that is not of ours': changed({
      ledger: { ...sound.ledger, settings: [{ ...setting, env: 'AWS_SECRET_ACCESS_KEY' }] },
    }),
    'with a clause that is a name of every object': changed({ outcomes: [{ ...outcome, clause: '__proto__' }] }),
    'with an id that is an option': changed({ exchanges: [{ ...sound.exchanges[0], id: '--config=/tmp/x' }] }),
    'with an id that moves the cursor': changed({ exchanges: [{ ...sound.exchanges[0], id: 'a\u001b[2J' }] }),
    'with a body under another name': changed({ bodies: { __proto__x: 'x' } }),
    'with a check twice': changed({ outcomes: [...sound.outcomes, outcome] }),
    'with an exchange twice': changed({ exchanges: [...sound.exchanges, sound.exchanges[0]] }),
    'with nothing for its outcomes': changed({ outcomes: null }),
  }
  for (const [name, text] of Object.entries(cases)) {
    it(`${name} is refused, in a sentence`, () => {
      expect(() => parseReport(text)).toThrow(/^This (is not a report|report does not keep to its schema)[^\n]{0,300}\.$/)
    })
  }

  it('pollutes no prototype', () => {
    const polluted = changed({}).replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},')
    parseReport(polluted)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('has its summary counted again, and is no better than its outcomes', () => {
    const praised = parseReport(changed({ exitCode: 0, summary: { passed: 999, warned: 0, failed: 0, inconclusive: 0, inapplicable: 0 } }))
    expect([praised.exitCode, praised.summary]).toEqual([1, sound.summary])
    expect(svgBadge(praised) + shieldsBadge(praised)).not.toContain('999')
  })

  it('is read at once, however often it names the same', () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ ...outcome, check: `c${at}`, evidence: sound.exchanges.map(({ id }) => id) }))
    const [template] = sound.exchanges
    const exchanges = Array.from({ length: 5000 }, (_, at) => ({ ...template, id: `x${at}` }))
    const report = parseReport(changed({ outcomes: many, exchanges }))
    expect(terminalSummary(report, { ...style, detail: 'normal' })).toContain('5000 failed')
  })
})
