import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

const every = 10_000

/** Says every ten seconds how far the tests are: for where no terminal shows it. Quiet otherwise. */
export function progress(write: (line: string) => void = (line) => process.stdout.write(line)): Reporter {
  const underway = new Set<TestModule>()
  const done = { files: 0, passed: 0, failed: 0, skipped: 0 }
  let timer: NodeJS.Timeout | undefined
  return {
    onTestRunStart: (specifications) => {
      const started = performance.now()
      const line = () => {
        const time = `${Math.round((performance.now() - started) / 1000)} s`
        const names = [...underway].map(({ relativeModuleId }) => relativeModuleId).join(', ')
        const { files, passed, failed } = done
        write(`${time}: ${files} of ${specifications.length} files, ${passed} tests passed, ${failed} failed; now ${names || 'nothing'}\n`)
      }
      timer = setInterval(line, every)
    },
    onTestModuleStart: (module) => void underway.add(module),
    onTestCaseResult: (test) => {
      const { state } = test.result()
      if (state !== 'pending') done[state] += 1
    },
    onTestModuleEnd: (module) => {
      underway.delete(module)
      done.files += 1
    },
    onTestRunEnd: () => clearInterval(timer),
  }
}

/** The longest files, which are begun first, so that none is left over for one core at the end. */
export const longest: readonly string[] = [
  'suites/mutants.test.ts',
  'suites/variants.test.ts',
  'suites/hostile.test.ts',
  'reports/html/report.browser.test.ts',
  'package.test.ts',
  'consumers/pact/pact-check.test.ts',
  'consumers/vectors/vectors.test.ts',
  'docs/readme.test.ts',
  'suites/overlays/overlay.test.ts',
  'engine/replay.test.ts',
  'certificates/replay/replaying.test.ts',
  'cli/canary.test.ts',
  'cli/certificates.test.ts',
  'consumers/explanation/searches/messages.test.ts',
  'cli/output/folder.test.ts',
  'cli/runs/fleet.test.ts',
  'cli/memory.test.ts',
  'consumers/reference/mutants.test.ts',
  'cli/commands/vectors.test.ts',
  'recipes/recipes.test.ts',
  'cli/output/saved.test.ts',
  'reports/html/positions.browser.test.ts',
  'certificates/forgery/forged-making.test.ts',
]

/** Begins with the longest files, whether or not a run before has left its times here. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      (longest.findIndex((name) => moduleId.endsWith(`/${name}`)) + longest.length + 1) % (longest.length + 1)
    return (await super.sort(files)).sort((one, other) => place(one) - place(other))
  }
}
