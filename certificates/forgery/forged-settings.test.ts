import { expect, it } from 'vitest'
import { assembled, certifiedReference, type Loose, operations, partsOf, refusedBy, verified } from '../certified.fixture.ts'
import { configured, one, refuses } from './forged.fixture.ts'

type Change = Parameters<typeof refuses>[1][string]

/** A change of the settings, and the line that refuses it. */
function settings(change: (settings: Loose) => void, refusing = 1): Change {
  return [(parts) => change(parts.settings), refusing]
}

function limit(name: string, value: unknown): Change {
  return settings(({ limits }) => Object.assign(limits, { [name]: value }))
}

function target(name: string, value: unknown, refusing = 1): Change {
  return settings((told) => Object.assign(told.target, { [name]: value }), refusing)
}

await refuses('tells of a target what no configuration may say', {
  'an operation told three times, as if it were all of them': target('operations', [...one, ...one, ...one]),
  'a rate that is no number': limit('rate', 'abc'),
  'a rate below nothing': limit('rate', -1),
  'a rate of nothing': limit('rate', 0),
  'a rate in a list': limit('rate', [5]),
  'a limit that nobody reads': limit('patience', 5),
  'a header field that is null': target('headers', [null]),
  'a header field without a value': target('headers', [['x-name']]),
  'a header field of lists': target('headers', [[['x-name'], ['value']]]),
  'an address with a space behind': settings((told) => {
    told.target.bases.coin += ' '
  }),
  'an address with a NUL behind': settings((told) => {
    told.target.bases.chain += '\0'
  }),
  'an address in another spelling': settings((told) => {
    told.target.bases.chain = told.target.bases.chain.replace('http', 'HTTP')
  }),
  'an address with a query': settings((told) => {
    told.target.bases.coin += '/?page='
  }),
  'a base that the document has not': settings((told) => {
    told.target.bases.bank = told.target.bases.coin
  }, 2),
  'a setting that the document has not': settings((told) => {
    told.target.settings.overdraft = 'yes'
  }, 2),
  'a secret taken out that there is not': settings((told) => {
    told.redacted = ['toString']
  }, 2),
})

await refuses('tells of times that no calendar has', {
  'a beginning before all dates': [({ evidence }) => Object.assign(evidence, { startedAt: -9e15 }), 1],
  'a beginning after all dates': [({ evidence }) => Object.assign(evidence, { startedAt: 9e15 }), 1],
  'a last answer after all dates': [
    ({ evidence }) => {
      evidence.happenings.at(-1)[2] = 9e15
      evidence.finishedAt = evidence.startedAt + 9e15
    },
    1,
  ],
})

await refuses('names of its subject what nobody compares', {
  'an address beside its settings': [
    ({ statement }) => {
      configured(statement, 'settings').uri = 'https://elsewhere.example'
    },
    1,
  ],
  'an annotation beside its challenge': [
    ({ statement }) => {
      configured(statement, 'challenge').annotations = { asker: 'Somebody else' }
    },
    1,
  ],
  'evidence of its own beside the digest of it': [
    ({ statement }) => {
      configured(statement, 'evidence').content = 'e30='
    },
    1,
  ],
  'settings of another media type': [
    ({ statement }) => {
      configured(statement, 'settings').mediaType = 'text/html'
    },
    1,
  ],
  'a digest of another kind': [
    ({ settings: told, statement }) => {
      told.subject = 'file'
      statement.subject[0].digest = { sha256: '0'.repeat(64), sha512: '1'.repeat(128) }
    },
    1,
  ],
  'evidence of another target than its settings': target('name', 'bank'),
  'an address of it': [({ statement }) => Object.assign(statement.subject[0], { uri: 'https://bank.example' }), 1],
})

it('lists without end are refused before anybody tires', { timeout: 30_000 }, async () => {
  const parts = partsOf((await certifiedReference({}, {}, operations.slice(0, 1))).text)
  const [exchange] = parts.evidence.exchanges
  parts.evidence.exchanges.push(...Array.from({ length: 50_000 }, () => ({ ...exchange, attempt: 7_777_777 })))
  parts.evidence.happenings.push(...Array.from({ length: 100_000 }, () => ['woke', 1, 1]))
  parts.statement.predicate.passedTests.push(...Array.from({ length: 100_000 }, () => 'again'))
  expect(refusedBy(await verified(assembled(parts)))).toEqual([3, 4])
})
