import { expect, it } from 'vitest'
import { runNotes } from './run-notes.ts'

it('a run that ended early says nothing of requests that it spared: it left out what it did not come to', () => {
  const client = { spent: () => ({}), mishaps: () => ({ afresh: 0, jumped: 0, back: 0, spared: 38 }) } as never
  const course = { selection: {}, client, journal: undefined, receiver: undefined, faults: [], deadline: 1000, isCut: false }
  expect(runNotes({ ...course, ended: undefined })).toEqual([expect.stringContaining('38 requests on which no MUST depends were not sent')])
  expect(runNotes({ ...course, ended: 'interrupted' })).toEqual(['The run was interrupted before it was done.'])
})
