import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Judgement } from '../../consumers/vectors/vectors.ts'
import file from '../../contracts/generated/vectors/withdrawal-signature.json' with { type: 'json' }
import { UsageError } from '../../language/usage-error.ts'
import { spawnAssay } from '../spawned.fixture.ts'
import { vectorsCommand } from './vectors.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-vectors-'))
afterAll(() => rm(folder, { recursive: true }))

const signer = (name: string) => `"${process.execPath}" "${fileURLToPath(new URL(`../../consumers/${name}`, import.meta.url))}"`

afterEach(() => {
  process.exitCode = undefined
})

async function assayVectors(...words: string[]): Promise<{ said: string; code: unknown }> {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  try {
    await new Command().addCommand(vectorsCommand().exitOverride()).parseAsync(['vectors', ...words], { from: 'user' })
    return { said: write.mock.calls.map(([text]) => String(text)).join(''), code: process.exitCode }
  } finally {
    write.mockRestore()
  }
}

describe('assay vectors', () => {
  it('prints the vectors without a signer', async () => {
    expect(JSON.parse((await assayVectors()).said)).toEqual(file)
  })

  it('says what is wrong in lines that fit a terminal, but for signatures', async () => {
    const { isTTY, columns } = process.stdout
    Object.assign(process.stdout, { isTTY: true, columns: 60 })
    const { said } = await assayVectors('--only', '1', '--signer', `"${process.execPath}" -e "process.exit(7)"`)
    Object.assign(process.stdout, { isTTY, columns })
    expect(said).toContain('exit code 7')
    expect(said.split('\n').filter((line) => line.length > 60)).toEqual([])
  })

  it('passes a right signer with 0', async () => {
    const { said, code } = await assayVectors('--signer', signer('examples/signer.mjs'))
    expect([said, code]).toEqual([`${file.numberOfTests} vectors right, 0 wrong, 0 unanswered: the signer signs as the source says.\n`, 0])
  })

  it('fails a wrong one with 1, naming its mistake', async () => {
    const wrong = `${signer('vectors/fixtures/mistaken-signer.fixture.ts')} signs-seconds`
    const { said, code } = await assayVectors('--signer', wrong)
    expect([said.split('\n').slice(0, 2), code]).toEqual([
      [
        `It signs seconds instead of milliseconds (signs-seconds): ${file.numberOfTests} of ${file.numberOfTests} wrong.`,
        'Right is HMAC sha256 over apiKey, merchantCode, timestamp, amount, token, walletAddress with nothing between them, in lower-case hexadecimal, each as it is given; the key is the text of the secret.',
      ],
      1,
    ])
  })

  it('says the same as JSON', async () => {
    const { said, code } = await assayVectors(
      '--json',
      '--signer',
      `${signer('vectors/fixtures/mistaken-signer.fixture.ts')} signs-amount-as-number`,
    )
    const report = JSON.parse(said)
    expect([report.mistakes.map(({ mistake }: { mistake: string }) => mistake), code]).toEqual([['signs-amount-as-number'], 1])
    expect(report.judgements.length).toBe(file.numberOfTests)
    const invalid = file.testGroups.flatMap(({ tests }) => tests.flatMap(({ tcId, result }) => (result === 'invalid' ? tcId : [])))
    const told = report.judgements.filter(({ tcId, flags }: Judgement) => invalid.includes(tcId) && flags.length > 0)
    expect([invalid.length > 0, told]).toEqual([true, []])
  })

  it('judges only the vectors that are named, and shows as many as are asked for', async () => {
    const wrong = `${signer('vectors/fixtures/mistaken-signer.fixture.ts')} signs-amount-as-number`
    const { said, code } = await assayVectors('--signer', wrong, '--only', 'TrailingZeros,1', '--show', '1')
    expect([said, code]).toEqual([expect.stringMatching(/… and \d+ more vectors: --show \d+ shows them all\./), 1])
    expect(said).toMatch(/By flag:\n {2}TrailingZeros: \d+ of \d+ not right\. The amount is signed as the string/)
    await expect(assayVectors('--only', 'Nothing')).rejects.toThrow(/no vector has the number or flag "Nothing"; the flags are Ordinary/)
  })

  it('writes the judgement to a file as well', async () => {
    const written = join(folder, 'report.json')
    const { said } = await assayVectors('--signer', signer('examples/signer.mjs'), '--only', 'Ordinary', '--report', written)
    const ordinary = file.testGroups.flatMap(({ tests }) => tests.filter(({ flags }) => flags.includes('Ordinary'))).length
    expect(said).toContain(`${ordinary} vectors right`)
    expect(JSON.parse(await readFile(written, 'utf8')).judgements.length).toBe(ordinary)
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const unwritten = await assayVectors(
      '--signer',
      signer('examples/signer.mjs'),
      '--only',
      'Ordinary',
      '--report',
      join(written, 'within'),
    )
    expect(unwritten).toEqual({ said, code: 3 })
    expect(told).toHaveBeenCalledWith(expect.stringContaining('could not be written'))
    told.mockRestore()
  })

  it('prints and judges by those of a changed document', async () => {
    const target = "$.components.securitySchemes.withdrawalSignature['x-signature']"
    const overlaid = async (update: object, ...words: string[]) => {
      const overlay = join(folder, 'o.json')
      await writeFile(overlay, JSON.stringify({ overlay: '1.1.0', info: { title: 'T', version: '1' }, actions: [{ target, update }] }))
      return spawnAssay(['vectors', '--overlay', overlay, ...words])
    }
    const { stdout } = await overlaid({ hash: 'sha512', encoding: 'base64' })
    expect(JSON.parse(stdout)).toMatchObject({ algorithm: 'HMAC-SHA512', testGroups: [{ construction: { encoding: 'base64' } }, {}] })
    const judged = await overlaid({ encoding: 'base64' }, '--only', '1', '--signer', signer('examples/signer.mjs'))
    expect([judged.code, judged.stdout]).toEqual([1, expect.stringContaining('0 vectors right, 1 wrong')])
  })

  it('judges a verifier', async () => {
    const verifier = signer('vectors/fixtures/lax-verifier.fixture.mjs')
    expect((await assayVectors('--verifier', verifier, '--only', '1')).code).toBe(0)
    expect((await assayVectors('--verifier', `${verifier} yes`, '--only', '1')).said).toMatch(
      /^It accepts every signature, whatever it is given\.\nIt accepts wrong signatures: /,
    )
    await expect(assayVectors('--verifier', 'a', '--signer', 'b')).rejects.toThrow(/exclude each other/)
  })

  it('calls a signer that does not exist a wrong configuration', async () => {
    await expect(assayVectors('--signer', 'no-such-signer')).rejects.toThrow(UsageError)
    await expect(assayVectors('--signer', 'x'.repeat(3e6))).rejects.toThrow(UsageError)
  })
})
