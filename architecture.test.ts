import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { requestFields } from './contracts/fields.ts'
import { contract } from './contracts/generated/contract.ts'

/** Where names of the service's operations, fields and settings are typed, and why. */
const allowedNames: Readonly<Record<string, string>> = {
  'provider/': 'the reference provider makes up records and settings of its own',
  'suites/credentials/places.ts': 'names by which services commonly look for a credential',
  'suites/signatures/headers/loose-names.ts': 'names that services commonly give to signed headers',
  'consumers/gate/coping/open-points.ts': 'ids of open points, which the compiler checks',
  'consumers/traffic/observations.ts': 'a setting and an open point, which the compiler checks',
  'contracts/derivation/declared-scheme.ts': 'OpenAPI has the word as well',
  'spec/grammar/grammar-members.ts': 'OpenAPI has the word as well',
  'contracts/generation/configuration-schema.ts': 'an example in a description',
  ...Object.fromEntries(
    ['explain', 'gate', 'issue', 'send', 'serve'].map((name) => [`cli/commands/${name}.ts`, 'an example in a help text']),
  ),
}

/** The layers, one folder each, and what each may import besides itself: data flows right, imports point left. */
const layers: Readonly<Record<string, readonly string[]>> = {
  language: [],
  text: ['language'],
  spec: ['language', 'text'],
  contracts: ['language', 'text', 'spec'],
  provider: ['language', 'text', 'spec', 'contracts'],
  engine: ['language', 'text', 'spec', 'contracts'],
  targets: ['language', 'text', 'spec', 'contracts', 'engine'],
  suites: ['language', 'text', 'spec', 'contracts', 'provider', 'engine', 'targets'],
  consumers: ['language', 'text', 'spec', 'contracts', 'provider', 'engine', 'targets', 'suites'],
  certificates: ['language', 'text', 'spec', 'contracts', 'provider', 'engine', 'targets', 'suites'],
  reports: ['language', 'text', 'spec', 'contracts', 'engine', 'targets', 'suites', 'consumers', 'certificates'],
  cli: ['language', 'text', 'spec', 'contracts', 'provider', 'engine', 'targets', 'suites', 'consumers', 'certificates', 'reports'],
}

/** Names that several files have, each of them for one thing: what every subject has, and what several layers look at, each in its way. */
const sharedNames = `check checks index mutant mutants observations probe
  badge baseline certificate certify challenge compare contract coping coverage diagnosis directory doctor evidence exchange gate har history
  issue judge ledger outcome pact-check pin plan proxy replay report run vectors verify waivers`.split(/\s+/)

interface Source {
  readonly path: string
  readonly layer: string
  readonly text: string
  readonly imports: readonly Import[]
}

interface Import {
  /** The path of one of the project's own files. */
  readonly to: string
  /** Only when it is asked for. */
  readonly later: boolean
  /** Of types alone: nothing is loaded for it. */
  readonly types: boolean
}

const sources = Object.keys(layers).flatMap(sourcesOf)
const written = sources.filter(({ path }) => !path.startsWith('contracts/generated/'))
const shipped = written.filter(({ path }) => !isTest(path))

describe('imports point left', () => {
  for (const [layer, left] of Object.entries(layers)) {
    it(`${layer} imports ${left.length > 0 ? left.join(', ') : 'nothing'}`, () => {
      const wrong = shipped
        .filter((source) => source.layer === layer)
        .flatMap(({ path, imports }) =>
          imports.filter(({ to }) => ![layer, ...left].includes(layerOf(to))).map(({ to }) => `${path} -> ${to}`),
        )
      expect(wrong.filter((edge) => !edge.endsWith('-> package.json'))).toEqual([])
    })
  }

  it('and no file imports itself by way of others, not even its types', () => {
    const graph = shipped.map(({ path, imports }) => [path, imports.map(({ to }) => to)] as const)
    expect(cyclesIn(new Map(graph))).toEqual([])
  })
})

it('a run loads neither YAML nor ajv nor mutants unless it needs them', () => {
  const loaded = [...loadedBy(['cli/main.ts', 'cli/commands/run.ts'])]
  const packages = loaded.flatMap((path) => [...textOf(path).matchAll(/^import (?!type\b)[^'"`;=]*\bfrom '([^.'/:]+)(?:\/[^']*)?'$/gm)])
  expect([...new Set(packages.map(([, name]) => name))].sort()).toEqual(['@noble', 'commander', 'undici'])
  expect(loaded.filter((path) => path.endsWith('/mutants.ts'))).toEqual([])
})

it('the digest of the suite is of all layers that ask and judge', () => {
  const [, named = ''] = /^const rooms = \[(.*)\]$/m.exec(textOf('certificates/suite.ts')) ?? []
  const { certificates: left = [] } = layers
  expect(named.match(/\w+/g)).toEqual([...left.filter((layer) => layer !== 'provider'), 'certificates'])
})

it('nothing that is shipped imports node:http by its name, which loads fetch', () => {
  expect(shipped.filter(({ text }) => /^import (?!type\b)[^;'"]* from 'node:http'$/m.test(text)).map(({ path }) => path)).toEqual([])
})

describe('a file', () => {
  it('has at most 250 lines', () => {
    expect(written.filter(({ text }) => text.trimEnd().split('\n').length > 250).map(({ path }) => path)).toEqual([])
  })

  it('has functions of 25 lines at most, 95 of 100', () => {
    const lengths = shipped.flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?(?:async )?function\b[\s\S]*?^}$/gm)].map(([whole]) => whole.split('\n').length),
    )
    expect(lengths.length).toBeGreaterThan(1000)
    expect(lengths.filter((length) => length <= 25).length / lengths.length).toBeGreaterThan(0.95)
  })

  it('is called after what it is', () => {
    expect(written.filter(({ path }) => /util|helper|manager/i.test(path)).map(({ path }) => path)).toEqual([])
  })

  it('has the name of another only where both are about one thing', () => {
    const named = Map.groupBy(shipped, ({ path }) => basename(path, '.ts'))
    expect([...named].flatMap(([name, same]) => (same.length > 1 ? [name] : [])).sort()).toEqual(sharedNames.toSorted())
  })

  /** `contract` is the committed one and, within a command, the same with the overlays that it was given. */
  it('exports each name from one file only', () => {
    const names = shipped.flatMap(({ text }) =>
      [...text.matchAll(/^export (?:interface|type|class|const|(?:async )?function\*?) (\w+)/gm)].map(([, name]) => name),
    )
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['contract'])
  })
})

describe('what the document says is not typed again', () => {
  const { operations, requirements } = contract
  const signed = operations.flatMap(({ authentication }) => (authentication.kind === 'signed' ? [authentication] : []))
  const headers = signed.flatMap(({ key, timestamp, signature }) => [key.header, timestamp.header, signature.header])
  const clauses = [...requirements.map(({ clause }) => clause), ...Object.keys(contract.clauses)].filter((clause) => clause.includes('.'))

  it('no path', () => {
    expect(typed(operations.map(({ path }) => new RegExp(RegExp.escape(path))))).toEqual([])
  })

  it('no header', () => {
    const patterns = headers.map((header) => new RegExp(RegExp.escape(header), 'i'))
    // The document's extensions that declare the headers are called like them.
    const declaring = [
      'contracts/derivation/authentication.ts',
      'contracts/derivation/declared-signature.ts',
      'contracts/overlays/idle-declarations.ts',
      'spec/grammar/grammar-members.ts',
    ]
    expect(typed(patterns).filter((place) => !declaring.some((path) => place.startsWith(path)))).toEqual([])
  })

  it('no name of an operation, a field or a setting', () => {
    const fields = operations.flatMap((operation) => [
      ...operation.success.fields.flatMap(({ path }) => path),
      ...requestFields(operation).map(({ name }) => name),
    ])
    const stated = [...fields, ...operations.map(({ id }) => id), ...contract.settings.map(({ name }) => name)]
    const names = new Set(stated.filter((name) => /[a-z](?:[A-Z]|_[a-z\d])/.test(name)))
    const found = typed([...names].map((name) => new RegExp(`\\b${RegExp.escape(name)}\\b`)))
    expect(found.filter((place) => !Object.keys(allowedNames).some((path) => place.startsWith(path)))).toEqual([])
  })

  it('no clause', () => {
    const patterns = clauses.map((clause) => new RegExp(`(?<!version: )(['"\`])${RegExp.escape(clause)}\\1`))
    expect(typed(patterns)).toEqual([])
  })
})

it('nothing that is kept here names a place or a task that a stranger does not have', () => {
  const pages = ['.', 'docs', 'spec'].flatMap((folder) =>
    readdirSync(join(import.meta.dirname, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  const texts = [...sources, ...pages.map((path) => ({ path, text: readFileSync(join(import.meta.dirname, path), 'utf8') }))]
  expect(texts.filter(({ text }) => /\.\.\/shared\/|\bissue \d+\b/i.test(text)).map(({ path }) => path)).toEqual([])
})

function typed(facts: readonly RegExp[]): string[] {
  expect(facts.length).toBeGreaterThan(2)
  return shipped.flatMap(({ path, text }) => {
    const code = withoutComments(text)
    return [...new Set(facts.flatMap((fact) => fact.exec(code)?.[0] ?? []))].map((found) => `${path}: ${found}`)
  })
}

function sourcesOf(layer: string): Source[] {
  const entries = readdirSync(join(import.meta.dirname, layer), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .map((entry) => {
      const path = join(entry.parentPath, entry.name).slice(import.meta.dirname.length + 1)
      const text = readFileSync(path, 'utf8')
      return { path, layer, text, imports: importsOf(path, text) }
    })
}

/** Imports, and re-exports; not what stands in the text of a generated module, which leads nowhere from here. */
function importsOf(path: string, text: string): Import[] {
  const statements = withoutComments(text).matchAll(/^(?:import|export)\b[^'"`;=]*\bfrom '(\.[^']+)'|\bimport\('(\.[^']+)'\)/gm)
  return [...statements]
    .map(([statement, now, later = '']) => ({
      to: normalize(join(dirname(path), now ?? later)),
      later: now === undefined,
      types: /^\w+ type\b/.test(statement),
    }))
    .filter(({ to }) => existsSync(to))
}

/** All that is loaded before any of these files begins. */
function loadedBy(paths: readonly string[], loaded = new Set<string>()): Set<string> {
  for (const path of paths) {
    if (loaded.has(path)) continue
    const now = written.find((source) => source.path === path)?.imports.filter(({ later, types }) => !later && !types) ?? []
    loadedBy(
      now.map(({ to }) => to),
      loaded.add(path),
    )
  }
  return loaded
}

function textOf(path: string): string {
  return written.find((source) => source.path === path)?.text ?? ''
}

function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>()
  const visit = (path: string, above: readonly string[]): string[] => {
    if (above.includes(path)) return [[...above.slice(above.indexOf(path)), path].join(' -> ')]
    if (done.has(path)) return []
    const found = (graph.get(path) ?? []).flatMap((next) => visit(next, [...above, path]))
    done.add(path)
    return found
  }
  return [...graph.keys()].flatMap((path) => visit(path, []))
}

function layerOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function isTest(path: string): boolean {
  return /\.(test|suite|fixture)\.ts$/.test(path)
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}
