// `npm run build`: compiles the sources to dist/, and puts what they read at run time beside them. Every file keeps its place.
// Types are written, not checked anew: `npm run check` does that.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import own from './package.json' with { type: 'json' }
import compiled from './tsconfig.build.json' with { type: 'json' }

const root = import.meta.dirname
const left = new Set(['out', 'examples', 'fixtures', 'assay.js'])

rmSync(join(root, 'dist'), { recursive: true, force: true })
const tsc = [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json']
const { status } = spawnSync(process.execPath, tsc, { cwd: root, stdio: 'inherit' })
if (status !== 0) process.exit(1)
for (const folder of compiled.include) cpSync(join(root, folder), join(root, 'dist', folder), { recursive: true, filter: isRead })
importCompiled(join(root, 'dist/contracts/generated/validators.js'))
const entries = Object.values(own.exports).filter((entry) => typeof entry === 'object')
keepExportedTypes()
for (const entry of entries) await writeRequiredTypes(entry)
// Read for its version and where it is published only: whatever else a package.json says would be taken for a package of its own.
writeFileSync(join(root, 'dist/package.json'), `${JSON.stringify({ version: own.version, type: own.type, repository: own.repository })}\n`)

function isRead(path: string): boolean {
  const name = basename(path)
  // Copied, it would take the place of what its namesake was compiled to.
  if (name.endsWith('.js') && existsSync(path.replace(/js$/, 'ts')))
    throw new Error(`${path} has a namesake that is compiled: rename one of them.`)
  return !left.has(name) && !name.includes('.fixture.') && (!name.endsWith('.ts') || name.endsWith('.d.ts'))
}

/** What is generated as JavaScript imports sources. */
function importCompiled(file: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/( from '\.[^']*)\.ts'/g, "$1.js'"))
}

/** Types that no export of the package leads to are of no use to anybody, and a quarter of what is installed. */
function keepExportedTypes(): void {
  const kept = new Set<string>()
  for (const entry of entries) keepTypes(join(root, entry.import.types), kept)
  for (const file of globSync(join(root, 'dist/**/*.d.ts'))) if (!kept.has(file)) rmSync(file)
}

/** What `require` gets, for compilers that do not know that Node 22 requires modules as well. */
async function writeRequiredTypes(entry: (typeof entries)[number]): Promise<void> {
  const module = `'./${basename(entry.import.default)}', { with: { 'resolution-mode': 'import' } }`
  const names = Object.keys(await import(join(root, entry.import.default)))
  const values = names.map((name) => `export declare const ${name}: typeof import(${module}).${name}\n`)
  const types = `export type * from './${basename(entry.import.default)}' with { 'resolution-mode': 'import' }\n`
  writeFileSync(join(root, entry.require.types), types + values.join(''))
}

function keepTypes(file: string, kept: Set<string>): void {
  if (kept.has(file)) return
  kept.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"](\.[^'"]+)\.ts['"]/g))
    keepTypes(join(dirname(file), `${path}.d.ts`), kept)
}
