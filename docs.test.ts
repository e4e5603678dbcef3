import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import own from './package.json' with { type: 'json' }

const execute = promisify(execFile)
const root = import.meta.dirname
const docs = readdirSync(join(root, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => join(root, 'docs', name))

/** All pages that a stranger may read, the first ones among them. */
const pages = [...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => join(root, name)), ...docs]

/** The package's own names, as the sources that they are made of. */
const sources = { 'assay/contracts': 'contracts/index.ts', 'assay/provider': 'provider/index.ts' }

const folders = new Set(readdirSync(root))

describe('the documentation', () => {
  for (const file of pages) {
    it(`of ${file.slice(root.length + 1)} links to what is there, and to headings that stand there`, () => {
      const links = [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, link = '']) => link)
      const missing = links.filter((link) => {
        const [path = '', heading] = link.split('#')
        const target = path === '' ? file : join(dirname(file), path)
        return !existsSync(target) || (heading !== undefined && !headingsOf(target).includes(heading))
      })
      expect(missing).toEqual([])
    })
  }

  it('holds no mark of a merge that was not finished', () => {
    expect(pages.filter((file) => /^(<{7}|={7}|>{7})/m.test(readFileSync(file, 'utf8')))).toEqual([])
  })

  it('names this version where it names one', () => {
    const others = pages.filter((file) => !file.endsWith('CHANGELOG.md'))
    const named = others.flatMap((file) => readFileSync(file, 'utf8').match(/(?<=assay[@-])\d+\.\d+\.\d+/g) ?? [])
    expect([named.length > 1, ...new Set(named)]).toEqual([true, own.version])
  })

  it('shows commands that every shell takes as they are typed: zsh knows no comments there, and a clone no assay without npx', () => {
    const blocks = docs.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block))
    expect(blocks.length).toBeGreaterThan(10)
    expect(blocks.filter((block) => /(^|\s)#|^assay /m.test(block))).toEqual([])
  })

  it('names files and exports that there are', () => {
    const texts = ['CONTRIBUTING.md', 'docs/design.md', 'docs/reading.md'].map((page) => readFileSync(join(root, page), 'utf8')).join('\n')
    const paths = [...texts.matchAll(/`([\w-]+\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(paths.filter((path) => folders.has(path.split('/')[0] ?? '') && !existsSync(join(root, path)))).toEqual([])
    const imports = [...texts.matchAll(/^import (?:type )?\{ (.+) \} from '(?:\.\.\/)+(.+)'$/gm)]
    const missing = imports.flatMap(([, names = '', path = '']) => {
      const text = readFileSync(join(root, existsSync(join(root, path)) ? path : `suites/${path}`), 'utf8')
      return names.split(', ').filter((name) => !new RegExp(`^export [a-z* ]+ ${name.replace('type ', '')}\\b`, 'm').test(text))
    })
    expect(imports.length).toBeGreaterThan(10)
    expect(missing).toEqual([])
    const places = [...texts.matchAll(/^\/\/ (\S+\.ts), in (\w+)/gm)].map(([place, path = '', name]) => ({ place, path, name }))
    expect(places.length).toBeGreaterThan(5)
    const isThere = ({ path, name }: (typeof places)[number]) => readFileSync(join(root, path), 'utf8').includes(`function ${name}(`)
    expect(places.filter((each) => !isThere(each))).toEqual([])
  })

  const said: readonly string[][] = [
    ['example-keyexample-merchant17000000000001.50USDT0x52908400098527886E0F7030069857D2E4169EE7', '', 'seconds instead of milliseconds'],
    ['true', 'false /transactions/total'],
    ['true true'],
  ]
  const programs = [...readFileSync(join(root, 'docs/sdk.md'), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, program = '']) => program)

  it('has as many programs as are known', () => expect(programs.length).toBe(said.length))

  for (const [index, program] of programs.entries()) {
    it(`shows program ${index + 1} of docs/sdk.md as it runs`, async () => {
      const local = Object.entries(sources).reduce((text, [name, path]) => text.replaceAll(`'${name}'`, `'${join(root, path)}'`), program)
      const { stdout } = await execute(process.execPath, ['--input-type=module-typescript', '-e', local], { cwd: root })
      const lines = stdout.trimEnd().split('\n')
      for (const [at, line] of (said[index] ?? []).entries()) if (line !== '') expect(lines[at]).toBe(line)
      expect(lines.length).toBe(said[index]?.length)
    })
  }
})

function headingsOf(page: string): string[] {
  const headings = readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
