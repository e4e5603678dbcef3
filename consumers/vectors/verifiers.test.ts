import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { bodyFields, signedHeaders, vectorFile } from '../../contracts/vectors/vectors.ts'
import { isRight, verifierSummary } from './summary.ts'
import { judgeVerifier, verifierQuestions } from './verifiers.ts'

const construction = signedHeaders(contract)?.signature.construction
if (!construction) throw new Error('the document has no signed operation')
const vectors = vectorFile(construction).testGroups.flatMap(({ tests }) => tests)
const program = fileURLToPath(new URL('./fixtures/lax-verifier.fixture.mjs', import.meta.url))
const questions = verifierQuestions(vectors, { construction, fields: bodyFields(contract) })
const judge = (way: string, asked = questions) =>
  judgeVerifier({ command: `"${process.execPath}" "${program}" ${way}`, patience: 20_000 }, asked)

/** Those that refuse right signatures too. */
const refusing = new Set(['no', 'number-alone', 'no-longer', 'once', 'never-again', 'locking'])

it.each(['strict', 'no-empty-key'])('passes a verifier that is right: %s', async (way) => {
  const report = await judge(way)
  expect([verifierSummary(report), isRight(report)]).toEqual([expect.stringMatching(/^(\d+) of \1 signatures judged rightly/), true])
})

it.each([
  {
    way: 'yes',
    accepted: ['signs-seconds', 'answers-nothing', 'encodes-base64'],
    says: /^It accepts every signature, .*\nIt accepts wrong/,
  },
  {
    way: 'no',
    accepted: [],
    says: /^It refuses every signature, whatever it is given\.\nIf it takes only a timestamp near .*\nIt refuses right signatures: \d+\./,
  },
  { way: 'no-longer', accepted: [], says: /^If it takes only a timestamp near its own clock, leave that out here: .*\nIt refuses right/ },
  { way: 'once', accepted: [], says: /^It takes each timestamp once: .*\nIt refuses right/ },
  { way: 'never-again', accepted: [], says: /^It takes each signature once: .*\nIt refuses right/ },
  { way: 'locking', accepted: [], says: /^It refuses right signatures: 1\.\n .*, once more after all others\n/ },
  { way: 'kept', accepted: [], says: /^It accepts wrong signatures: 1\.\n .* that of the last right request before it\n/ },
  { way: 'digits', accepted: ['signs-seconds'], says: /^It takes whatever looks like a signature: as many digits .*\nIt accepts wrong/ },
  { way: 'something', accepted: ['encodes-base64'], says: /^It takes whatever is not empty\.\nIt accepts wrong/ },
  {
    way: 'beginning',
    accepted: ['cuts-last-of-signature', 'appends-newline-to-signature'],
    says: /^It compares only the first characters: \d\d of them at most\.\nIt accepts wrong signatures: \d+\./,
  },
  {
    way: 'anywhere',
    accepted: ['prefixes-0x', 'appends-zeros-to-signature'],
    says: /^It takes whatever the right signature stands in\.\nIt accepts/,
  },
  {
    way: 'number',
    accepted: ['signs-amount-as-number'],
    says: /^It also accepts what a signer makes that signs amount as a number, .* \(signs-amount-as-number\)\.\nIt accepts wrong/,
  },
  {
    way: 'number-alone',
    accepted: ['signs-amount-as-number'],
    says: /^It verifies what a signer makes that signs amount as a number, .* \(signs-amount-as-number\), and nothing else\.\nIt accepts wrong/,
  },
  { way: 'decoded', accepted: ['appends-newline-to-signature'], says: /^It decodes hexadecimal until it meets another character, / },
  { way: 'word', accepted: [], says: /^It accepts wrong signatures: 2\.\n {2}its signature is null\n {2}its signature is 0{64}\n/ },
  { way: 'pattern', accepted: [], says: /^It accepts wrong signatures: 11\.\n {2}its signature is \.\*\n/ },
  { way: 'left-key', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is made with the key "changeme"\n/ },
  {
    way: 'json',
    accepted: ['signs-body'],
    says: /^It accepts wrong signatures: \d+\.\n {2}of a signer that signs /,
  },
  { way: 'named', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is sig\.[0-9a-f]{64}\n/ },
  { way: 'until', accepted: [], says: /^It accepts wrong signatures: \d+\./ },
  { way: 'unwrapped', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is \{"signature":"[0-9a-f]{64}"\}\n/ },
  { way: 'filled', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is f{64}\n/ },
  { way: 'secret', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is its secret\n/ },
  { way: 'fallback', accepted: ['signs-first-4-parts', 'appends-word-to-signature'], says: /^It accepts wrong signatures: \d+\./ },
  { way: 'empty-secret', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}secret is empty, and the signature is of another\n/ },
  { way: 'empty-part', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}timestamp is empty, and the signature is of another\n/ },
  {
    way: 'falsy-part',
    accepted: [],
    says: /^It accepts wrong signatures: 1\.\n {2}timestamp is "0", and the signature is of another\n/,
  },
  { way: 'marked', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}its signature is \ufeff?[0-9a-f]{64}\n/ },
  { way: 'no-number', accepted: [], says: /^It accepts wrong signatures: 19\.\n {2}amount is NaN, and the signature is of another\n/ },
  { way: 'one-chain', accepted: [], says: /^It accepts wrong signatures: 1\.\n {2}chain is "Amoy", and the signature is of another\n/ },
])('fails one that is not: $way', async ({ way, accepted, says }) => {
  const report = await judge(way)
  const failed = report.judgements.filter(({ verdict }) => verdict === 'failed')
  expect(isRight(report)).toBe(false)
  expect(failed.flatMap(({ mistake }) => mistake ?? [])).toEqual(expect.arrayContaining(accepted))
  expect(failed.some(({ expected }) => expected === 'valid')).toBe(refusing.has(way))
  const lines = verifierSummary(report, 1000).split('\n')
  expect(new Set(lines).size).toBe(lines.length)
  expect(verifierSummary(report)).toMatch(says)
})

it('sends an unsigned field what it is to hold, though a vector has a member of its name', async () => {
  const fields = { ...bodyFields(contract), result: 'https://merchant.example' }
  const report = await judge('one-result', verifierQuestions(vectors.slice(0, 2), { construction, fields }))
  expect(verifierSummary(report)).toMatch(/^It accepts wrong signatures: 1\.\n {2}result is "test", and the signature is of another\n/)
})
