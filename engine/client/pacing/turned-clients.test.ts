import { expect, it } from 'vitest'
import { response } from '../../evidence/evidence.fixture.ts'
import { ownAgent } from '../user-agents.ts'
import { TurnedClients } from './turned-clients.ts'

const request = (name: string) => ({ method: 'GET', url: 'http://127.0.0.1:1/', headers: [['user-agent', name]] as const })

/** Answers to requests of clients, one after another. */
function noted(answers: readonly (readonly [name: string, status: number | undefined, times: number])[]) {
  const clients = new TurnedClients()
  const all = answers.flatMap(([name, status, times]) => Array.from({ length: times }, () => ({ name, status })))
  for (const [startedAt, { name, status }] of all.entries())
    clients.note({ request: request(name), startedAt, ...(status !== undefined && { response: response(status, {}) }) })
  const isTurned = (name: string) => clients.isTurned({ request: request(name) })
  const isRenamed = (name: string, status = 429) =>
    clients.isRenamed({ request: request(name), response: response(status, {}), startedAt: 0 })
  const renamed = [isRenamed('curl'), isRenamed('curl', 401), isRenamed(''), isRenamed('got')]
  return { turned: ['curl', 'okhttp'].map(isTurned), renamed, names: clients.names }
}

it.each([
  [
    'one that is told so three times while others are answered',
    [
      ['curl', 429, 3],
      ['okhttp', 200, 10],
      ['curl', 429, 1],
    ],
    [true, false],
    ['okhttp'],
  ],
  [
    'one that was told so three times, though none takes another name until it is told so again',
    [
      ['curl', 429, 3],
      ['okhttp', 200, 10],
    ],
    [true, false],
    undefined,
  ],
  [
    'none that was told so twice',
    [
      ['curl', 429, 2],
      ['okhttp', 200, 10],
    ],
    [false, false],
    undefined,
  ],
  [
    'none where few others were answered since',
    [
      ['okhttp', 200, 9],
      ['curl', 503, 3],
      ['okhttp', 401, 9],
      ['curl', 503, 1],
    ],
    [false, false],
    undefined,
  ],
  [
    'none where the others got no answer',
    [
      ['curl', 429, 3],
      ['okhttp', undefined, 10],
      ['curl', 429, 1],
    ],
    [false, false],
    undefined,
  ],
  [
    'none that was answered as well',
    [
      ['curl', 200, 1],
      ['curl', 429, 3],
      ['okhttp', 200, 10],
      ['curl', 429, 1],
    ],
    [false, false],
    undefined,
  ],
  [
    'none where others are told so, too',
    [
      ['curl', 429, 3],
      ['okhttp', 200, 10],
      ['okhttp', 429, 1],
      ['curl', 429, 1],
    ],
    [false, false],
    undefined,
  ],
] as const)('clients are turned away by name: %s', (_, answers, turned, names) => {
  expect(noted(answers)).toMatchObject({ turned, names })
})

it('requests that are told so take a name that was let through, unless they have none, or only that of Assay is let through', () => {
  expect(
    noted([
      ['', 429, 3],
      ['curl', 429, 3],
      ['okhttp', 200, 10],
      ['got', 200, 2],
      ['wget', 200, 3],
      ['curl', 429, 1],
    ]),
  ).toMatchObject({
    renamed: [true, false, false, false],
    names: ['okhttp', 'wget'],
  })
  expect(
    noted([
      ['curl', 429, 3],
      ['', 200, 3],
      ['okhttp', 200, 10],
      ['curl', 429, 1],
    ]).names,
  ).toEqual(['okhttp'])
  expect(
    noted([
      ['curl', 429, 3],
      [ownAgent, 200, 10],
      ['curl', 429, 1],
    ]),
  ).toMatchObject({ renamed: [false, false, false, false], names: undefined })
})
