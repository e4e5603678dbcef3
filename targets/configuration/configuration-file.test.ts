import { readFile } from 'node:fs/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { configurationSchema } from '../../contracts/generation/configuration-schema.ts'
import { parseConfiguration } from './configuration-file.ts'
import { configurationTemplate } from './configuration-template.ts'

const documentation = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
const read = (text: string) => parseConfiguration(contract, text, { path: 'assay.config.yaml', directory: '.' })

describe('docs/configuration.md', () => {
  const examples = [...documentation.matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text)

  it('has examples', () => expect(examples.length).toBeGreaterThan(1))
  for (const [at, example] of examples.entries()) {
    it(`has an example ${at + 1} that is read without a fault`, async () => {
      expect((await read(example)).targets.size).toBeGreaterThan(0)
    })
  }

  it('describes every key', () => {
    for (const key of keysOf(configurationSchema(contract)))
      expect(documentation).toMatch(new RegExp(`\`(limits\\.)?${key}[\`:]|\\b${key}:`))
  })
})

it('is one schema that a strict validator takes', () => {
  expect(() => new Ajv2020({ strict: true }).compile(configurationSchema(contract))).not.toThrow()
})

it('knows a commented template with every key as an example', () => {
  const guesses = { name: 'dev', schema: 'x.json', bases: {}, secrets: {}, ask: {}, allowWithdrawals: false }
  const template = configurationTemplate(contract, guesses)
  const { properties } = entrySchema()
  for (const key of Object.keys(properties)) expect(template).toMatch(new RegExp(`\\b${key}\\b`))
})

it('reads anchors and merges, as people who keep several targets write them', async () => {
  const { targets } = await read('defaults: &all\n  limits: { rate: 2 }\ntargets:\n  dev:\n    <<: *all\n    url: https://dev.example\n')
  expect(targets.get('dev')).toMatchObject({ url: 'https://dev.example', limits: { rate: 2 } })
})

describe('that a target may be sent withdrawals is written under its own limits:', () => {
  const given = 'targets:\n  one: &one\n    url: https://one.example\n    limits: &limits { allowWithdrawals: true }\n'
  it.each([
    ['a merge of another target', '  two:\n    <<: *one\n    url: https://two.example\n'],
    ['a merge into its limits', '  two:\n    url: https://two.example\n    limits: { <<: *limits, rate: 2 }\n'],
    ['the limits of another target', '  two:\n    url: https://two.example\n    limits: *limits\n'],
    ['another target by its name', '  two: *one\n'],
  ])('%s gives it to none', async (_, two) => {
    await expect(read(given)).resolves.toMatchObject({ path: 'assay.config.yaml' })
    await expect(read(`${given}${two}`)).rejects.toThrow(
      /targets\.two\.limits\.allowWithdrawals: money is allowed for one target at a time/,
    )
    await expect(read(`${given}${two}`.replace('true', 'false'))).resolves.toMatchObject({ path: 'assay.config.yaml' })
  })
})

it.each(['dev', '1', '1.0', 'true', '"1"'])('%s may be the name of a target that withdrawals are allowed for', async (name) => {
  const { targets } = await read(`targets:\n  ${name}:\n    url: https://one.example\n    limits: { allowWithdrawals: true }\n`)
  expect([...targets.values()]).toMatchObject([{ limits: { allowWithdrawals: true } }])
  await expect(read(`targets:\n  ${name}:\n    url: https://one.example\n    limits:\n      rate: -1\n`)).rejects.toThrow(/yaml:5: targets/)
})

it('takes nothing from a key that JavaScript has a meaning for', async () => {
  await expect(read('targets:\n  dev:\n    __proto__: { url: https://x.example }\n')).rejects.toThrow(/__proto__: there is no such key/)
  await expect(read('targets:\n  constructor: {}\n')).resolves.toMatchObject({ path: 'assay.config.yaml' })
})

it('tells the terminal nothing of what a file holds', async () => {
  using warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  await expect(read('targets:\n  ? { a: hidden }\n  : {}\n')).rejects.toThrow(/expected a name/)
  expect(warned).not.toHaveBeenCalled()
})

it('refuses a file that unfolds without end', async () => {
  const bomb = `a0: &a0 [x]\n${Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${Array(9).fill(`*a${at}`).join(', ')}]\n`).join('')}`
  await expect(read(bomb)).rejects.toThrow(/not YAML that can be read/)
  await expect(read('? '.repeat(30_000))).rejects.toThrow(/it nests too deeply/)
})

function entrySchema(): { readonly properties: Record<string, { properties?: object }> } {
  const { properties } = configurationSchema(contract) as { properties: { targets: { additionalProperties: never } } }
  return properties.targets.additionalProperties
}

/** The keys of the file that do not come from the contract. */
function keysOf(schema: object): string[] {
  const own = new Set([...contract.bases, ...contract.settings.map(({ name }) => name)])
  const { properties: top } = schema as { properties: object }
  const entries = Object.entries(entrySchema().properties)
  const all = [...Object.keys(top), ...entries.flatMap(([key, { properties = {} }]) => [key, ...Object.keys(properties)])]
  return all.filter((key) => !own.has(key))
}
