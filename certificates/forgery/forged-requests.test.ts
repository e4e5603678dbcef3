import { day } from '../../text/day.ts'
import { refuses, swap, swapAnswers } from './forged.fixture.ts'

await refuses('tells otherwise what was sent', {
  'a header that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers[0][1] = 'text/html'
    },
    4,
  ],
  'a header that was added': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers.push(['x-forwarded-for', '127.0.0.1'])
    },
    4,
  ],
  'a header that was dropped': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers.pop()
    },
    4,
  ],
  'a method that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.method = 'PUT'
    },
    4,
  ],
  'an address that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.url += '?x=1'
    },
    4,
  ],
  'another host': [
    ({ evidence }) => {
      for (const { request } of evidence.attempts) request.url = request.url.replace('127.0.0.1', '127.0.0.2')
    },
    4,
  ],
  'another credential': [
    ({ settings }) => {
      settings.target.settings.accessToken = 'another'
    },
    4,
  ],
  'another seed': [
    ({ settings }) => {
      settings.seed = 'another'
    },
    4,
  ],
  'an earlier beginning': [
    ({ evidence }) => {
      evidence.startedAt -= 5000
    },
    4,
  ],
  'a beginning a month ago, and all times with it': [
    ({ evidence, settings }) => {
      evidence.startedAt -= 30 * day
      evidence.finishedAt -= 30 * day
      settings.issuedAt = new Date(evidence.finishedAt).toISOString()
    },
    4,
  ],
  'a moment that was moved': [
    ({ evidence }) => {
      for (const happening of evidence.happenings.slice(60)) happening[2] += 700
    },
    4,
  ],
  'times that run backwards': [
    ({ evidence }) => {
      evidence.happenings[40][2] = evidence.happenings[20][2] - 5
    },
    4,
  ],
  'two requests swapped': [({ evidence }) => swap(evidence.attempts, 30, 31), 4],
  'two answers swapped in time': [({ evidence }) => swapAnswers(evidence), 4],
  'a request that was dropped': [
    ({ evidence }) => {
      evidence.attempts.splice(50, 1)
    },
    4,
  ],
  'a request that was added': [
    ({ evidence }) => {
      evidence.attempts.push(evidence.attempts[0])
    },
    4,
  ],
})
