import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { callAssay } from '../command-line.fixture.ts'

const [operation] = contract.operations
const field = operation?.success.fields.find(({ schema }) => schema.type === 'integer')

describe('assay explain', () => {
  for (const [what, says] of [
    [field?.requirement ?? '', /to fix it\s+Send "\w+" as an integer, such as -?\d+; never leave it out/],
    [`${operation?.id}.credential.other-value`, /sends\s+a right request, then .*another value/],
    ['5.4', /^4\. `x-signature` carries[\s\S]*judged by /],
    ['2.4', /^### 2\.4 Pagination envelope/],
    ['9.3', /left open: .*\n {2}A policy is a promise/],
    ['errors.body', /observed by [\s\S]*; never fails/],
    ['0', /^# [\s\S]*service\.json\n.*\n +judged by \S+\.json/],
    [`${operation?.id}.credential.*`, /to fix it[\s\S]*to fix it/],
  ] as const) {
    it(what, async () => {
      const { code, stdout, stderr } = await callAssay(['explain', what])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(says)
    })
  }

  it('offers what is near', async () => {
    const { code, stderr } = await callAssay(['explain', `${field?.requirement}x`])
    expect(code).toBe(2)
    expect(stderr).toContain(`Did you mean ${field?.requirement}`)
  })

  it('tells of an exchange which checks are of it', async () => {
    const { code, stderr } = await callAssay(['explain', 'inquirePayments.pages/first'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/is an exchange of a report\. Explain a check of it: inquirePayments\.\S+, .* and \d+ more\./)
  })

  it('says nothing long of a word that has no end', async () => {
    const { code, stderr } = await callAssay(['explain', 'x'.repeat(1e5)])
    expect([code, stderr.length < 500]).toEqual([2, true])
    expect((await callAssay(['run', '--deadline', 'x'.repeat(1e5)])).stderr.length).toBeLessThan(500)
  })
})
