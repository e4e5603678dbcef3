import { expect, it } from 'vitest'
import { mostValues } from '../engine/evidence/parsed-size.ts'
import { longestAddress } from '../engine/exchange.ts'
import { sha256 } from '../text/digest.ts'
import { readCertificateFile } from './certificate.ts'
import { readEvidence } from './kept-evidence.ts'
import { HostileFile } from './untrusted-json.ts'

const nothing = { schema: 'assay.evidence/1', startedAt: 0, finishedAt: 0, attempts: [], happenings: [], exchanges: [], outcomes: [] }

function evidence(more: object) {
  return () => readEvidence(JSON.stringify({ ...nothing, observations: [], registered: [], bodies: {}, ...more }))
}

it('holds no body that is fuller than what a run keeps: deep in one another, twelve million lists take 700 MB', () => {
  const holding = (text: string) => evidence({ bodies: { [sha256(text).slice(0, 32)]: text } })
  expect(holding('['.repeat(mostValues))().spare).toBe(true)
  expect(holding('['.repeat(mostValues + 1))).toThrow(HostileFile)
})

it('holds no address that no service takes', () => {
  const asking = (length: number) => evidence({ attempts: [{ request: { method: 'GET', url: 'x'.repeat(length), headers: [] } }] })
  expect(asking(longestAddress)().tape.attempts).toHaveLength(1)
  expect(asking(longestAddress + 1)).toThrow('at /attempts/0/request/url it must NOT have more than 65536 characters')
})

it('stands beside a statement of at most 3 MB', () => {
  const stated = (bytes: number) => ({ payload: Buffer.alloc(bytes).toString('base64'), payloadType: 'x', signatures: [] })
  const read = (bytes: number) => () =>
    readCertificateFile(Buffer.from(JSON.stringify({ ...stated(bytes), assay: { schema: 'assay.certificate/1', keys: [], evidence: '' } })))
  expect(read(3 << 20)).not.toThrow(/characters/)
  expect(read((3 << 20) + 1)).toThrow('at /payload it must NOT have more than 4194304 characters')
})
