import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { baseVariable } from '../../contracts/base-variable.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { missingSettings } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { type CommandLine, resolveSettings } from './settings.ts'

const directory = await mkdtemp(join(tmpdir(), 'assay-settings-'))
let files = 0
afterAll(() => rm(directory, { recursive: true, force: true }))

const [base = '', otherBase = ''] = contract.bases
const secret = contract.settings.find(({ secret }) => secret) ?? expect.unreachable('the contract has a secret')
const asked = contract.settings.find(({ secret }) => !secret) ?? expect.unreachable('the contract has a setting that is no secret')
const own = 'https://own.example/prefix'

async function resolve(content: unknown, commandLine: Partial<CommandLine> = {}) {
  files += 1
  const file = content === undefined ? undefined : join(directory, `${files}.yaml`)
  if (file) await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  const common = { names: ['dev'], addresses: {}, flags: {}, environment: {}, allowWithdrawals: false, limits: {}, directory }
  return resolveSettings(contract, { ...common, file, ...commandLine })
}

async function refusal(content: unknown, commandLine: Partial<CommandLine> = {}): Promise<string> {
  const error = await resolve(content, commandLine).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  expect(error).toBeInstanceOf(UsageError)
  return (error as Error).message
}

const dev = (entry: object, defaults?: object) => ({ targets: { dev: entry }, ...(defaults && { defaults }) })

describe('the sources', () => {
  const entry = { url: own, ask: { [asked.name]: 'of the entry' } }

  it('takes a named target by its own entry', async () => {
    const { target } = await resolve(dev({ ...entry, secrets: { [secret.name]: 'DEV_SECRET' } }), {
      environment: { DEV_SECRET: 'abcdefgh' },
    })
    expect(target).toMatchObject({ name: 'dev', bases: { [base]: own, [otherBase]: own }, allowWithdrawals: false })
    expect(target.settings).toEqual({ [secret.name]: 'abcdefgh', [asked.name]: 'of the entry' })
  })

  it('lets a flag win over the entry, though the environment says otherwise as well', async () => {
    const { target } = await resolve(dev(entry), {
      flags: { [asked.name]: 'of the flag' },
      addresses: { [base]: 'https://flag.example' },
      environment: { [asked.env]: 'of the environment', [baseVariable(base)]: 'https://stray.example' },
    })
    expect(target.settings[asked.name]).toBe('of the flag')
    expect(target.bases).toEqual({ [base]: 'https://flag.example', [otherBase]: own })
  })

  it('fills from the environment what the entry leaves open, and from the defaults what both do', async () => {
    const { target, limits } = await resolve(
      dev(
        { urls: { [base]: own }, limits: { rate: 3 } },
        { url: 'https://defaults.example', ask: { [asked.name]: 'of the defaults' }, limits: { rate: 9, timeout: 4 } },
      ),
      { environment: { [baseVariable(otherBase)]: 'https://environment.example' }, limits: { timeout: 2 } },
    )
    expect(target.bases).toEqual({ [base]: own, [otherBase]: 'https://environment.example' })
    expect(target.settings[asked.name]).toBe('of the defaults')
    expect(limits).toEqual({ rate: 3, timeout: 2 })
  })

  it('takes the defaults alone where no target is named, and the environment before them', async () => {
    const content = dev({ url: own }, { url: 'https://defaults.example', ask: { [asked.name]: 'of the defaults' } })
    const { target } = await resolve(content, { names: [], environment: { [asked.env]: 'of the environment' } })
    expect(target.bases[base]).toBe('https://defaults.example')
    expect(target.settings[asked.name]).toBe('of the environment')
  })

  it('needs no file', async () => {
    const { target } = await resolve(undefined, { names: [], environment: { ASSAY_TARGET: own } })
    expect(target).toMatchObject({ name: own, bases: { [base]: own } })
  })

  it('never sends the secret for all targets where the entry names a variable of its own', async () => {
    const { target } = await resolve(dev({ ...entry, secrets: { [secret.name]: 'DEV_SECRET' } }), {
      environment: { [secret.env]: 'of-another' },
    })
    expect(target.settings[secret.name]).toBeUndefined()
    expect(missingSettings(contract, target, [secret.name]).map(({ env }) => env)).toEqual(['DEV_SECRET'])
  })

  it('claims the operations of the entry, and allows withdrawals where the entry does', async () => {
    const [first] = contract.operations.map(({ id }) => id)
    const { target } = await resolve(dev({ url: own, operations: [first], limits: { allowWithdrawals: true } }))
    expect(target).toMatchObject({ operations: [first], allowWithdrawals: true, permitted: ['https://own.example'] })
  })

  it('claims what the only address given by a flag serves, and all where nothing is given', async () => {
    const alone = await resolve(undefined, {
      names: [],
      addresses: { [base]: own },
      environment: { ASSAY_TARGET: 'https://other.example' },
    })
    const served = contract.operations.filter((operation) => operation.base === base).map(({ id }) => id)
    expect(alone.target).toMatchObject({ bases: { [base]: own }, operations: served })
    const listed = await resolve(undefined, {
      names: [],
      addresses: { [base]: own },
      operations: contract.operations.map(({ id }) => id).join(),
    })
    expect(listed.target.operations).toHaveLength(contract.operations.length)
    expect((await resolve(undefined, { names: [] })).target.operations).toHaveLength(contract.operations.length)
  })

  it('gives the permission of an entry to no other origin, whatever flag puts one in its place', async () => {
    const entry = { url: own, limits: { allowWithdrawals: true } }
    const other = await resolve(dev(entry), { addresses: { [otherBase]: 'https://other.example' } })
    expect(other.target).toMatchObject({ allowWithdrawals: true, permitted: ['https://own.example'] })
    const wholly = await resolve(dev(entry), { addresses: { target: 'https://own.example:444' } })
    expect(wholly.target).toMatchObject({ allowWithdrawals: false, permitted: [] })
    const named = await resolve(dev(entry), { addresses: { [otherBase]: 'https://other.example' }, allowWithdrawals: true })
    expect(named.target.permitted).toEqual(['https://own.example', 'https://other.example'])
  })
})

describe('a contradiction between the entry and the environment', () => {
  const table: readonly (readonly [title: string, environment: Record<string, string>, named: readonly string[]])[] = [
    ['of an address', { ASSAY_TARGET: 'https://stray.example' }, ['targets.dev.url', 'ASSAY_TARGET']],
    ['of the address of a base', { [baseVariable(base)]: 'https://stray.example' }, ['targets.dev.url', baseVariable(base)]],
    ['of what is asked for', { [asked.env]: 'stray' }, [`targets.dev.ask.${asked.name}`, asked.env]],
  ]
  for (const [title, environment, named] of table) {
    it(`${title} is refused, and both are named`, async () => {
      const message = await refusal(dev({ url: own, ask: { [asked.name]: 'own' } }), { environment })
      for (const name of named) expect(message).toContain(name)
    })
  }

  it('is no contradiction if both say the same', async () => {
    const environment = { ASSAY_TARGET: `${own}/`, [asked.env]: 'own' }
    const { target } = await resolve(dev({ url: own, ask: { [asked.name]: 'own' } }), { environment })
    expect([target.bases[base], target.settings[asked.name]]).toEqual([own, 'own'])
  })
})

describe('a name', () => {
  it('that is misspelt is answered with the near one', async () => {
    expect(await refusal(dev({ url: own }), { names: ['dve'] })).toMatch(/no target "dve"\. It has dev\. Did you mean dev\?/)
  })
  it('that is an address gets a hint at --target', async () => {
    expect(await refusal(dev({}), { names: ['http://127.0.0.1:1'] })).toContain('give it with --target')
  })
  it('without a file gets a hint at assay init', async () => {
    expect(await refusal(undefined)).toContain('assay init')
  })
  it('of a file that is not there says so', async () => {
    expect(await refusal(undefined, { file: join(directory, 'none.yaml') })).toMatch(/--config: .*none\.yaml .*no such file/)
  })
})

describe('a faulty file', () => {
  const table: readonly (readonly [title: string, content: unknown, want: RegExp])[] = [
    ['that is not YAML', 'targets: [', /1\.yaml|\.yaml:\d+: this is not YAML/],
    ['that holds itself', 'targets: &a\n  dev: *a\n', /that can be read: an alias stands within what it names$/],
    ['with a key twice', 'targets:\n  dev: {}\n  dev: {}\n', /\.yaml:3: this is not YAML: .*unique/],
    ['with a flag as key', 'targets:\n  dev:\n    coinUrl: x\n', /\.coinUrl: .*no such key\. Write the address as coin under urls\.$/],
    ['with a misspelt key', 'targets:\n  dev:\n    urll: x\n', /\.yaml:3: targets\.dev\.urll: there is no such key\. Did you mean url/],
    ['with a secret among what is asked for', dev({ ask: { [secret.name]: 'h1dden' } }), /this is a secret.*under secrets/],
    ['with a setting among the secrets', dev({ secrets: { [asked.name]: 'X' } }), /this is no secret.*under ask/],
    [
      'with a literal secret',
      dev({ secrets: { [secret.name]: 'h1dden-literal' } }),
      /expected the name of an environment variable.*take it out/,
    ],
    ['with a secret that could be a name', dev({ secrets: { [secret.name]: 'H1DDENA55A7C0DE99' } }), /reads like the secret itself/],
    ['with a number for a text', dev({ ask: { [asked.name]: 1.5 } }), /expected a text; found 1\.5\. Put it in quotes/],
    ['with an unknown operation', dev({ operations: ['getCoin'] }), /operations\.0: expected one of .*; found "getCoin"/],
    ['with a rate of nothing', dev({ limits: { rate: 0 } }), /limits\.rate: expected a number greater than 0; found 0/],
    ['with money among the defaults', { defaults: { limits: { allowWithdrawals: true } } }, /one target at a time/],
    ['with an empty key', '"": 1\n', /\.yaml:1: "": there is no such key/],
    ['with operations as one text', dev({ operations: 'getCoin' }), /operations: expected a list, such as .*; found one text\.$/],
    ['with a command as one text', dev({ commands: { [secret.name]: 'print h1dden' } }), /expected a list of words/],
    ['with a password in an address', dev({ url: 'https://user:h1dden@own.example' }), /targets\.dev\.url holds a user name or password/],
    ['with an address that is none', dev({ url: 'h1dden' }), /targets\.dev\.url is not a URL/],
    ['with a password of a proxy', dev({ proxy: 'http://user:h1dden@proxy.example' }), /targets\.dev\.proxy holds a password/],
    ['with a gateway key in clear', dev({ headers: { 'x-gateway-key': 'h1dden' } }), /reads like a secret/],
    ['that is a .env', 'TOKEN=h1dden', /the file: expected a block of keys; found a text/],
  ]
  for (const [title, content, want] of table) {
    it(`${title} is refused in words, and none of it is a secret's`, async () => {
      const message = await refusal(content, { environment: {} })
      expect(message).toMatch(want)
      expect(message.toLowerCase()).not.toContain('h1dden')
    })
  }

  it('has all its faults told at once', async () => {
    expect((await refusal(dev({ urll: 'x', limits: { rate: 'fast' } }))).split('\n')).toHaveLength(2)
  })

  it('may have keys with nothing below them', async () => {
    const { target } = await resolve(`targets:\n  dev:\n    url: ${own}\n    ask:\n      # nothing yet\n    headers:\n`)
    expect(target.bases[base]).toBe(own)
  })
})

describe('a command', () => {
  const printing = (script: string) => dev({ url: own, commands: { [secret.name]: [process.execPath, '-e', script] } })

  it('gives a fresh secret', async () => {
    const { target } = await resolve(printing('console.log("fresh-secret")'))
    expect(target.settings[secret.name]).toBe('fresh-secret')
  })

  it('runs in the directory of the file, and no shell reads its words', async () => {
    const { target } = await resolve(
      dev({
        url: own,
        commands: {
          [secret.name]: [process.execPath, '-e', 'console.log(process.argv[1] + require("node:path").basename(process.cwd()))', '$HOME;'],
        },
      }),
    )
    expect(target.settings[secret.name]).toBe(`$HOME;${directory.split('/').at(-1)}`)
  })

  for (const [title, script, want] of [
    ['that fails', 'console.log("h1dden"); console.error("h1dden"); process.exit(3)', /ended with the exit code 3/],
    ['that prints nothing', '', /printed nothing/],
    ['that prints more than a secret', 'console.log("h1dden h1dden")', /more than one word/],
  ] as const) {
    it(`${title} is refused without its output`, async () => {
      const message = await refusal(printing(script))
      expect(message).toMatch(want)
      expect(message).not.toContain('h1dden')
    })
  }

  it('that is not there is named', async () => {
    expect(await refusal(dev({ commands: { [secret.name]: ['no-such-program-here'] } }))).toContain('no-such-program-here was not found')
  })

  it('is left alone where no claimed operation needs it', async () => {
    const without = contract.operations.find(({ authentication }) => authentication.kind === 'signed')
    const targets = { dev: { operations: [without?.id], commands: { [secret.name]: ['no-such-program-here'] } } }
    expect((await resolve({ targets })).target.settings[secret.name]).toBeUndefined()
  })
})
