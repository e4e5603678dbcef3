import { type StdioOptions, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { spawnAssay } from './spawned.fixture.ts'

const home = await mkdtemp(join(tmpdir(), 'assay-cache-'))
afterAll(() => rm(home, { recursive: true, force: true }))

it('keeps what it compiled where only this user can write', async () => {
  await spawnAssay(['--version'], { environment: { XDG_CACHE_HOME: join(home, 'new') } })
  const folder = join(home, 'new', 'assay')
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(folder)).not.toEqual([])
})

it('is executable in a checkout', async () => {
  expect((await stat(new URL('./assay.js', import.meta.url))).mode & 0o111).toBe(0o111)
})

it.runIf(existsSync('/dev/full'))('an answer that could not be said is never green', () => {
  const full = openSync('/dev/full', 'w')
  const assay = new URL('./assay.js', import.meta.url).pathname
  for (const stdio of [
    ['ignore', full, 'ignore'],
    ['ignore', 'ignore', full],
  ] satisfies StdioOptions[])
    expect(spawnSync(process.execPath, [assay, stdio[1] === full ? 'coverage' : 'no-such-command'], { stdio }).status).toBeGreaterThan(1)
  closeSync(full)
})

it.for([
  ['a checkout', false, '`npm ci` brings a Node of its own'],
  ['an installed package', true, '`npm install --save-dev node@24`'],
] as const)('says where a newer Node is to be had: %s', async ([, isInstalled, remedy]) => {
  const own = new URL('./assay.js', import.meta.url).pathname
  const installed = join(home, 'assay.mjs')
  if (isInstalled) await copyFile(own, installed)
  const old = 'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })'
  const { status, stderr } = spawnSync(process.execPath, ['--import', old, isInstalled ? installed : own], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Assay needs Node 22.19 or newer; this is Node 20.20.2')])
  expect(stderr).toContain(remedy)
})

it('refuses a file of settings that is not there, before Node can', async () => {
  const { code, stderr } = await spawnAssay(['run', '--reference', '--settings', 'missing.env'])
  expect([code, stderr]).toEqual([2, 'assay: --settings missing.env cannot be read (no such file or folder).\n'])
})

it('keeps nothing where others could have written before', async () => {
  const folder = join(home, 'open', 'assay')
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o777)
  expect((await spawnAssay(['--version'], { environment: { XDG_CACHE_HOME: join(home, 'open') } })).code).toBe(0)
  expect(await readdir(folder)).toEqual([])
})
