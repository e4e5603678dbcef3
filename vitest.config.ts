import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves a core free, which on two of them is half of the machine.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: 'unit', include: ['**/*.test.ts'], exclude: ['node_modules', 'dist'], testTimeout: 60_000, hookTimeout: 120_000 } },
      { test: { name: 'conformance', include: ['suites/**/*.suite.ts'], testTimeout: 60_000, hookTimeout: 630_000 } },
    ],
  },
})
