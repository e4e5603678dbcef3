import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { exchange, runOf } from './run.fixture.ts'

/** Texts that do harm where a format does not keep them in their place. */
export const hostileStrings: readonly string[] = [
  '<script>window.owned=1</script>',
  '</script><script>window.owned=1</script>',
  '<img src=x onerror="window.owned=1">',
  '"><svg onload=window.owned=1>',
  "' onmouseover='window.owned=1",
  '</pre></details><iframe src="javascript:window.owned=1"></iframe>',
  '<meta http-equiv="refresh" content="0;url=http://evil.example/">',
  '<base href="http://evil.example/">',
  '</style><style>*{display:none}</style>',
  '<a href="javascript:window.owned=1">x</a>',
  '<!-- <b> --!>',
  ']]>',
  '<![CDATA[x]]>',
  '&lt;&#60;&amp;&xxe;',
  '<!DOCTYPE x [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>',
  '\u001b[2J\u001b[31mred',
  '\u001b]8;;http://evil.example\u0007link\u001b]8;;\u0007',
  '\u009b31m',
  '\u0000\u0001\u0008\u007f',
  '\u202eesrever\u202c',
  '\u2066isolated\u2069\u200f\u061c',
  '\u200bzero\ufeffwidth\u2028line\u2029paragraph',
  '\ud800 lone \udfff',
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7}',
  '${process.exit(1)}',
  '=cmd|"/c calc"!A1',
  '+1+1;@SUM(A1)',
  '[x](javascript:alert(1)) ![x](http://evil.example/x.png)',
  '| a | b |\n|---|---|\n# heading\n- list\n```\ncode',
  '\n::error::injected\n::set-output name=x::y',
  '%0A::error::x%25',
  '::error::injected',
  '  ::set-output name=x::y',
  '##[error]injected',
  '##vso[task.setvariable variable=x]y',
  "##teamcity[buildStatus text='x']",
  '\u001b[0Ksection_start:1:x[collapsed=true]\r\u001b[0Kx',
  `${'wide '.repeat(15)}::error::injected`,
  '\r\nSet-Cookie: x=1',
  '@everyone #1 https://evil.example',
  '\\" \\u003cscript\\u003e \\',
  '__proto__',
  "'; rm -rf / #$(reboot)`reboot`",
  '\ufffe\uffff',
  `${'long'.repeat(400)}`,
]

/** A run in which a target has put hostile texts everywhere it can: one string in each failure, all of them in every body. */
export function hostileRun(strings: readonly string[] = hostileStrings): Run {
  const run = runOf()
  const all = strings.join(' ')
  const outcomes = run.outcomes.map((outcome, at) => {
    const text = strings[at % strings.length] ?? ''
    const finding = { at: `/data/${text}`, expected: text, actual: text, count: 2, places: [text], exchange: `e${at + 1}` }
    if (outcome.verdict === 'inapplicable') return { ...outcome, reason: text }
    if (outcome.verdict === 'inconclusive') return { ...outcome, reason: text, findings: [finding] }
    return { ...outcome, verdict: 'failed' as const, findings: [finding], reason: text, evidence: [`e${at + 1}`] }
  })
  const bodies = strings.map((text) => JSON.stringify({ data: [text], [text]: text }))
  return {
    ...run,
    target: { ...run.target, name: all },
    notes: [...strings],
    registered: [...strings],
    diagnoses: strings.map((text) => ({ id: 'refused', about: text, operations: [text], problem: text, remedy: text })),
    outcomes,
    observations: run.observations.map((observed) => ({ ...observed, title: all, value: { [all]: [...strings] } })),
    exchanges: [...bodies, all, ...strings].map((body, at) => answeredWith(`e${at + 1}`, body, strings[at % strings.length] ?? '')),
  }
}

function answeredWith(id: string, body: string, text: string): Exchange {
  const given = exchange(id, body)
  const headers = [...given.request.headers, [text, text]] as const
  const request = { ...given.request, url: `${given.request.url}?${text}`, headers }
  return { ...given, request, response: { status: 200, headers, body: Buffer.from(body), truncated: false } }
}
