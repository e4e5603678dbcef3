#!/usr/bin/env node
// Plain JavaScript, so that an old Node is told what is needed instead of failing on the first type annotation.
import { existsSync, lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const formats = { '.ts': 'module-typescript', '.json': 'json' }

const sources = new URL('./main.ts', import.meta.url)
const isCheckout = existsSync(sources)

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `Assay needs Node 22.19 or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      (isCheckout
        ? 'In a checkout, `npm ci` brings a Node of its own: run `npx assay …` or `npm start`.'
        : 'Install one for this project alone with `npm install --save-dev node@24`, then run `npx assay …`.'),
  )
  process.exitCode = 2
} else {
  // What verifies writes nothing, wherever it runs: no compiled code either.
  const isVerifying = process.argv[2] === 'verify'
  if (!isVerifying) await cacheCompiled()
  await loadNodes()
  // V8 keeps what is compiled before it runs: all functions, or it would compile those that are called in every process anew.
  if (module.getCompileCacheDir?.()) setFlagsFromString('--no-lazy')
  const isRun = process.argv[2] === 'run'
  // Collected before anything is loaded, when hardly anything is there, a run has room for its modules and for an ordinary target.
  growOld(isRun ? 1200 : 30)
  if (isRun) collect()
  // The young generation grows once, while the modules load, to twice 8 MB: collected at 1 MB a run takes a fifth more time, and of 64 MB room.
  // What compiles all modules anew would hold 100 MB of garbage for it.
  growYoung(isVerifying ? 1 : Math.max(1, Math.floor((16 << 20) / youngSize())))
  // A reader who has seen enough (`| head`) closes the pipe, and a terminal may be closed; reports and exit code are still owed.
  let isSpoiled = false
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }) => {
      if (code === 'EPIPE' || code === 'EIO') return
      // Output that could not be written, on a full disk, say, must not pass for an answer.
      if (!isSpoiled && stream === process.stdout) process.stderr.write(`assay: standard output could not be written (${code}).\n`)
      isSpoiled = true
      process.exitCode ||= 3
    })
  }
  findOwn()
  const { main } = await import(isCheckout ? sources.href : new URL('../dist/cli/main.js', import.meta.url).href)
  // With nothing compiled yet it would grow again while the command loads.
  if (youngSize() > 8e6) growYoung(1)
  const onLoaded = () => {
    growYoung(1)
    // What a target sends is garbage soon: collected early, it takes half of the memory.
    growOld(30)
  }
  const code = await main(process.argv.slice(2), onLoaded)
  process.exitCode = isSpoiled ? code || 3 : code
}

/** Node's own modules come compiled, but not once a flag is set: what most commands need is loaded before. */
async function loadNodes() {
  // Imported, it would load all of fetch, whose classes it exports as well.
  process.getBuiltinModule('node:http')
  const names = 'assert child_process crypto dns fs/promises http2 https perf_hooks process timers/promises tls util vm worker_threads zlib'
  await Promise.all(names.split(' ').map((name) => import(`node:${name}`)))
}

/** Our modules import whole file names: looking for links and for a package.json in every folder takes Node as long as to read them. */
function findOwn() {
  const own = new URL('..', import.meta.url).href
  const others = `${own}node_modules/`
  module.registerHooks?.({
    resolve(specifier, context, next) {
      const { parentURL = '', importAttributes } = context
      if (!specifier.startsWith('.') || !parentURL.startsWith(own) || parentURL.startsWith(others)) return next(specifier, context)
      const url = new URL(specifier, parentURL).href
      return { url, format: formats[url.slice(url.lastIndexOf('.'))] ?? 'module', importAttributes, shortCircuit: true }
    },
  })
}

/** By which factor V8 makes its young generation larger, until the next call; a later Node has no such flag. */
function growYoung(factor) {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}

/** By how many percent the old generation may grow after a collection, until the next one. */
function growOld(percent) {
  setFlagsFromString(`--heap-growing-percent=${percent}`)
}

function collect() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

function youngSize() {
  return getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
}

/** What is compiled is code that runs: it is kept in a folder that only this user can write or read, or not at all. */
async function cacheCompiled() {
  try {
    const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
    const folder = join(caches, 'assay')
    // Not recursively, which never ends where no folder can be made, as in /proc.
    for (const path of [caches, folder]) if (!existsSync(path)) mkdirSync(path, { mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    const isOwn = process.getuid === undefined || (uid === process.getuid() && (mode & 0o170077) === 0o040000)
    if (isOwn) module.enableCompileCache?.(folder)
  } catch {
    // Without a folder it starts a little slower.
  }
}
