import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { defined } from './language/defined.ts'
import { LongestFirst, progress } from './testing/test-progress.fixture.ts'

const results = process.env['ASSAY_TEST_RESULTS']

/** Workers are more than cores: each collects its garbage seldom and by itself, which saves a tenth of the time. */
const frugal = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=64']

/** Modules are loaded and compiled once for all files of a worker: no test changes one, and what is warm runs faster. */
const common = {
  isolate: false,
  execArgv: frugal,
  testTimeout: 60_000,
  setupFiles: ['testing/stray-output.fixture.ts', 'testing/random.fixture.ts', 'testing/memory.fixture.ts'],
}

export default defineConfig({
  test: defined({
    // Node strips the types itself, as it does for whoever runs the checkout: nothing is transformed, and hot code is called directly.
    experimental: { viteModuleRunner: false },
    // One more than cores: many tests wait for a process, a socket or the browser. A worker is a process of at most a gigabyte or so.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['testing/left-files.fixture.ts', 'testing/named-tests.fixture.ts'],
    reporters: [...(process.stdout.isTTY ? ['default'] : ['minimal', progress()]), ...(results === undefined ? [] : ['json'])],
    outputFile: results === undefined ? undefined : { json: results },
    projects: [
      { test: { ...common, name: 'unit', include: ['**/*.test.ts'], exclude: ['node_modules', 'dist'], hookTimeout: 120_000 } },
      { test: { ...common, name: 'conformance', include: ['suites/**/*.suite.ts'], hookTimeout: 630_000 } },
    ],
  }),
})
