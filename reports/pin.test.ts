import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import type { Contract } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { loadContract } from '../contracts/loading.ts'
import { exitCode, type Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import type { Behaviour } from '../provider/behaviour.ts'
import { documentUrl, readDocument } from '../spec/document.ts'
import { inProcess } from '../suites/in-process.fixture.ts'
import { catalogueOf } from '../suites/index.ts'
import { run } from '../suites/run.ts'
import { type Pinned, pinned } from './pin.ts'
import { reportOf } from './report.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-pin-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const flat: Behaviour = { errors: 'flat', requires: 'all', largestPage: 50, overLargestPage: 'refused' }

it('pins refusals and bounds: the same target conforms, another does not', async () => {
  const pin = await pinnedOf(flat)
  const overlaid = await overlaidBy(pin)
  expect(failures(await judged(flat, overlaid))).toEqual([])
  const found = await judged({}, overlaid)
  expect(exitCode(found)).toBe(1)
  const failed = failures(found).join()
  expect(failed).toContain('refusal')
  expect(failed).toContain('input')
})

it('shows the exchange of each, and tells what is left', async () => {
  const { text, left, count } = await pinnedOf({ replay: 'signature', skew: { past: 60_000, future: 60_000 } })
  expect(count).toBeGreaterThan(2)
  expect(text.match(/# Shown by \S+: (GET|POST) http:.* -> 4\d\d /g)?.length).toBe(count)
  expect(left.join('\n')).toMatch(/How old a timestamp may be.*60 s/)
  expect(left.join('\n')).toMatch(/An accepted request sent again as it was.*refused/)
})

it('lets no text of a target out of its comment', async () => {
  const found = await judged({}, contract)
  const evil = 'x\n  - target: $.info\n    remove: true\r\u2028\u0085'
  const report = reportOf({ ...found, target: { ...found.target, name: evil } })
  const bodies = Object.fromEntries(
    Object.entries(report.bodies).map(([key, body]) => [key, typeof body === 'string' ? `${body}${evil}` : body]),
  )
  const { text } = pinned({ ...report, bodies }, await documentOf(), await catalogueOf(contract))
  expect(text).not.toMatch(/^\s*- target: \$\.info/m)
  expect(text.split(/[\r\u2028\u0085]/)).toHaveLength(1)
})

async function documentOf() {
  return (await readDocument(documentUrl)).content
}

async function pinnedOf(behaviour: Behaviour): Promise<Pinned> {
  return pinned(reportOf(await judged(behaviour, contract)), await documentOf(), await catalogueOf(contract))
}

async function overlaidBy({ text }: Pinned): Promise<Contract> {
  const file = join(folder, 'pinned.yaml')
  await writeFile(file, text)
  return loadContract([file])
}

/** The provider serves the document as it is: what it does is its own. */
async function judged(behaviour: Behaviour, by: Contract): Promise<Run> {
  const { target, ...given } = inProcess({ contract, behaviour })
  return run({ contract: by, target, ...given, seed: createSeed('pin') })
}

function failures({ outcomes }: Run): string[] {
  return outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)
}
