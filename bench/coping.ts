import { execFileSync } from 'node:child_process'
import { traced } from '../consumers/gate/coping/attempt.ts'
import { scoreOf } from '../consumers/gate/coping/coping.ts'
import { cope } from '../consumers/gate/coping/trials.ts'
import { contract } from '../contracts/generated/contract.ts'
import { attempted } from '../language/attempted.ts'
import { absolutePath } from './child.ts'

export const exampleSdks: readonly (readonly [language: string, program: string, file: string])[] = [
  ['Node', process.execPath, '../consumers/examples/sdk.mjs'],
  ['Python', 'python3', '../consumers/examples/sdk.py'],
]

/** What it takes to score an example, two commands at once: seconds, trials, runs, the share of faults. Undefined without its language. */
export async function measureCoping(program: string, file: string) {
  const interpreter = interpreterOf(program)
  if (interpreter === undefined) return undefined
  const started = performance.now()
  const options = { contract, operations: contract.operations.map(({ id }) => id), words: [interpreter, absolutePath(file)] }
  const plain = await traced(options)
  const { trials, reason } = await cope(options, plain, { variants: true, mutants: true, jobs: 2 })
  if (reason !== undefined) throw new Error(reason)
  const runs = trials.filter(({ verdict, alike }) => verdict !== 'equivalent' && alike === undefined).length
  return { time: (performance.now() - started) / 1000, trials: trials.length, runs, share: scoreOf(trials)?.share ?? Number.NaN }
}

/** The program itself: where pyenv stands before Python, its shim takes longer to start than Python does. */
function interpreterOf(program: string): string | undefined {
  const question = program === 'python3' ? ['-c', 'import sys; print(sys.executable)'] : ['-p', 'process.execPath']
  return attempted(() => execFileSync(program, question, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim())
}
