/** An export that no other file uses is there for a test, or is none: shipped files alone do not tell. */
const isWithoutTests = process.argv.includes('--production')

export default {
  entry: [
    'cli/main.ts!',
    'contracts/{index,generate}.ts!',
    'consumers/pact/verification/pact-verifier-process.ts!',
    'provider/index.ts!',
    'suites/mutants.ts!',
    'consumers/{examples,vectors/fixtures,reference/clients}/*',
    'reports/html/page.js!',
    'bench/*',
  ],
  ignoreBinaries: ['mkfifo', 'openssl'],
  ignoreExportsUsedInFile: isWithoutTests,
  ignoreDependencies: ['axios', 'got'],
  project: [
    '**/*.{ts,js,mjs}!',
    '!**/*.{test,fixture,suite}.{ts,mjs}!',
    '!{bench,docs}/**!',
    '!{build,architecture,vitest.config}.ts!',
    '!consumers/examples/**!',
    '!reports/html/check.ts!',
  ],
  ignoreIssues: {
    'contracts/generated/validators.js': ['exports'],
  },
}
