import { type Loose, partsOf } from '../certified.fixture.ts'
import { another, pointElsewhere, refuses, splice, swap } from './forged.fixture.ts'

await refuses('tells otherwise in what order, or of whom', {
  'a request that was never sent': [
    ({ evidence }) => {
      evidence.attempts.splice(10, 0, evidence.attempts[40])
    },
    4,
  ],
  'a request that was sent twice': [
    ({ evidence }) => {
      evidence.attempts.splice(40, 0, evidence.attempts[40])
    },
    4,
  ],
  'an answer that was dropped': [
    ({ evidence }) => {
      evidence.happenings.splice(70, 1)
    },
    4,
  ],
  'an answer that came twice': [
    ({ evidence }) => {
      evidence.happenings.splice(70, 0, evidence.happenings[70])
    },
    4,
  ],
  'a run that was cut off': [
    ({ evidence }) => {
      evidence.happenings.length = Math.floor(evidence.happenings.length / 2)
    },
    4,
  ],
  'a run of which the end is missing': [
    ({ evidence }) => {
      evidence.attempts.pop()
      evidence.happenings.pop()
    },
    4,
  ],
  'an exchange that was dropped': [
    ({ evidence }) => {
      evidence.exchanges.splice(20, 1)
    },
    4,
  ],
  'an exchange that was added': [
    ({ evidence }) => {
      evidence.exchanges.push({ ...evidence.exchanges[0], id: 'x/y' })
    },
    4,
  ],
  'an exchange under another role': [
    ({ evidence }) => {
      evidence.exchanges[5].role = 'control'
    },
    4,
  ],
  'an exchange under another probe': [
    ({ evidence }) => {
      evidence.exchanges[5].probe = evidence.exchanges.at(-1).probe
    },
    4,
  ],
  'two exchanges that changed places': [({ evidence }) => swap(evidence.exchanges, 5, 6), 4],
  'an exchange at another time': [
    ({ evidence }) => {
      evidence.exchanges[5].startedAt += 1
    },
    4,
  ],
  'an exchange that points to another request': [
    ({ evidence }) => {
      evidence.exchanges[5].attempt = evidence.exchanges[6].attempt
    },
    4,
  ],
  'another end': [
    ({ evidence, settings }) => {
      evidence.finishedAt += 60_000
      settings.issuedAt = new Date(evidence.finishedAt).toISOString()
    },
    4,
  ],
  'evidence of another target spliced in': [({ evidence }) => splice(evidence, partsOf(another.text).evidence), 4],
  'the whole evidence of another run': [
    (parts) => {
      parts.evidence = partsOf(another.text).evidence
    },
    4,
  ],
  'fewer requests side by side than it says': [
    ({ settings }) => {
      settings.limits.concurrency = 1
    },
    4,
  ],
  'a time that an exchange took': [
    ({ evidence }) => {
      evidence.exchanges[5].durationMs = 1
    },
    1,
  ],
  'a body that belongs to nothing': [
    ({ evidence }) => {
      evidence.bodies['0'.repeat(32)] = 'x'
    },
    4,
  ],
  'something more that happened': [
    ({ evidence }) => {
      evidence.happenings[3].push('again')
    },
    1,
  ],
  'an answer that is said to be cut off': [
    ({ evidence }) => {
      evidence.attempts.find(({ answer }: Loose) => answer.response.status === 200).answer.response.truncated = true
    },
    4,
  ],
  'an answer shorter than it says': [
    ({ evidence }) => {
      const { response } = evidence.attempts.find(({ answer }: Loose) => answer.response.status !== 200).answer
      response.headers.find(([name]: [string]) => name.toLowerCase() === 'content-length')[1] = '100000'
    },
    4,
  ],
  'a request that was neither answered nor lost': [
    ({ evidence }) => {
      evidence.attempts[3].answer = {}
    },
    1,
  ],
  'a request that the end of the run met': [
    ({ evidence }) => {
      evidence.attempts[3].answer = { failure: { kind: 'deadline', message: 'over' } }
    },
    1,
  ],
  'an exchange with the answer of its twin': [
    ({ evidence }) => {
      pointElsewhere(evidence)
    },
    4,
  ],
})
