import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['**/*.test.ts'], exclude: ['node_modules', 'dist'], testTimeout: 60_000, hookTimeout: 120_000 } },
      { test: { name: 'conformance', include: ['suites/**/*.suite.ts'], testTimeout: 60_000, hookTimeout: 630_000 } },
    ],
  },
})
