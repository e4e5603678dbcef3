import { breakAnswer, emptied, refuses } from './forged.fixture.ts'

await refuses('tells otherwise what was found', {
  'a failure told as passed': [({ evidence }) => breakAnswer(evidence), 3],
  'a verdict moved from passed to warned': [
    ({ statement }) => {
      const { predicate } = statement
      predicate.warnedTests.push(predicate.passedTests.pop())
    },
    3,
  ],
  'a verdict moved from passed to failed': [
    ({ statement }) => {
      const { predicate } = statement
      predicate.failedTests.push(predicate.passedTests.pop())
    },
    3,
  ],
  'a check that is dropped': [
    ({ statement }) => {
      statement.predicate.passedTests.pop()
    },
    3,
  ],
  'a check that was never run': [
    ({ statement }) => {
      statement.predicate.passedTests.push('everything.is.fine')
    },
    3,
  ],
  'a check that passed twice': [
    ({ statement }) => {
      statement.predicate.passedTests.push(statement.predicate.passedTests[0])
    },
    3,
  ],
  'a check that passed and failed': [
    ({ statement }) => {
      statement.predicate.failedTests.push(statement.predicate.passedTests[0])
    },
    3,
  ],
  'a result that says failed': [
    ({ statement }) => {
      statement.predicate.result = 'FAILED'
    },
    3,
  ],
  'a result that says warned': [
    ({ statement }) => {
      statement.predicate.result = 'WARNED'
    },
    3,
  ],
  'an outcome that is there twice': [
    ({ evidence }) => {
      evidence.outcomes.push(evidence.outcomes[0])
    },
    3,
  ],
  'a finding that was added': [
    ({ evidence }) => {
      evidence.outcomes.push({
        ...evidence.outcomes[0],
        check: 'x',
        verdict: 'warned',
        findings: [{ at: '/', expected: 'a', actual: 'b' }],
      })
    },
    3,
  ],
  'a reason that was changed': [
    ({ evidence }) => {
      evidence.outcomes[0].reason = 'because'
    },
    3,
  ],
  'an outcome that was dropped': [
    ({ evidence }) => {
      evidence.outcomes.shift()
    },
    3,
  ],
  'behaviour told otherwise': [
    ({ evidence }) => {
      evidence.observations[0].value = 'perfect'
    },
    3,
  ],
  'behaviour that is dropped': [
    ({ evidence }) => {
      evidence.observations.pop()
    },
    3,
  ],
  'behaviour that is made up': [
    ({ evidence }) => {
      evidence.observations.push({ ...evidence.observations[0], id: 'x' })
    },
    3,
  ],
  'an inconclusive check told as left out': [
    ({ statement, evidence }) => {
      evidence.outcomes.push({
        ...evidence.outcomes[0],
        check: statement.predicate.passedTests.pop(),
        verdict: 'inapplicable',
        findings: [],
      })
    },
    3,
  ],
  'a title told otherwise': [
    ({ evidence }) => {
      evidence.outcomes[0].title = 'Everything is fine'
    },
    3,
  ],
  'a level told otherwise': [
    ({ evidence }) => {
      evidence.outcomes[0].level = 'SHOULD'
    },
    3,
  ],
  'an annotation that checks were not judged': [
    ({ statement }) => {
      statement.predicate.configuration.at(-1).annotations = { 'listed as failed, not judged': 'x' }
    },
    3,
  ],
  'nothing that was judged': [
    (parts) => {
      emptied(parts)
    },
    3,
  ],
})
