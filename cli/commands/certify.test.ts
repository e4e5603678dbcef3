import { expect, it } from 'vitest'
import { callAssay } from '../command-line.fixture.ts'

const image = `registry.example/mock@sha256:${'ab'.repeat(32)}`

it.each([
  [import.meta.filename, 'node server.js {port}', '{subject}'],
  [image, 'docker run -p {port}:80 registry.example/mock:latest', `sha256:${'ab'.repeat(32)}`],
])('refuses, before anything is started, to say of %s that others start it with `%s`', async (subject, start, word) => {
  const { code, stdout, stderr } = await callAssay(['certify', '--subject', subject, '--start', start], { environment: {} })
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(`--start has no ${word} in it`)])
})

it('refuses a command without a subject, which nobody else could start', async () => {
  const { code, stderr } = await callAssay(['certify', '--start', 'node mock.js {port}'], { environment: {} })
  expect([code, stderr]).toEqual([2, expect.stringContaining('give --subject as well')])
})

it.each([
  ['http://localhost:9', 'node {subject}', expect.stringContaining('--start has no {port} in it')],
  ['http://localhost:9', 'node {subject} {port}', expect.stringContaining('Nothing could be judged')],
  ['http://127.0.0.1:9', 'node {subject}', expect.stringContaining('Nothing could be judged')],
])('of what runs at %s, `%s` is refused only if others could not start it on their machine', async (target, start, want) => {
  const words = ['certify', '--target', target, '--subject', import.meta.filename, '--start', start]
  const { code, stderr } = await callAssay(words, { environment: {} })
  expect([code, stderr]).toEqual([2, want])
})
