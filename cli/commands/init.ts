import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { configurationSchemaName } from '../../contracts/generation/configuration-schema.ts'
import { UsageError } from '../../language/usage-error.ts'
import { configurationFileName } from '../../targets/configuration/configuration-file.ts'
import { configurationTemplate, guess } from '../../targets/configuration/configuration-template.ts'
import { contract } from '../options/contract.ts'
import { addTargetOptions, commandLineOf } from '../options/target-options.ts'
import { writeOutput } from '../output/output-file.ts'
import { say } from '../output/telling.ts'

interface Options {
  readonly name: string
  readonly out?: string
  readonly ci?: CiSystem
  readonly force: boolean
}

const examples = `
Examples:
  $ assay init                                    with what the environment tells
  $ assay init --name staging --target https://staging.example
  $ assay init --ci github                        a workflow that judges the service on every push

Exit codes: 0 written · 2 wrong usage, or the file is there already`

export function initCommand(): Command {
  return addTargetOptions(new Command('init'))
    .option('--name <name>', 'the name of its target', 'dev')
    .option('--out <file>', `the file to write (default: ${configurationFileName}, or where the CI system looks for it)`)
    .addOption(new Option('--ci <system>', 'write a recipe for a CI system instead').choices(ciSystems))
    .option('--force', 'overwrite the file if it exists', false)
    .addHelpText('after', examples)
    .action(async (options: Options) => {
      say(await (options.ci ? writeRecipe(options.ci, options) : writeConfiguration(options)))
    })
}

async function writeConfiguration(options: Options): Promise<string> {
  const { name, out = configurationFileName } = options
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    throw new UsageError('--name: expected a name of letters, digits, dots, hyphens and underscores.')
  const { guesses, told } = guess(contract, name, commandLineOf({ ...options }))
  await writeNew(out, configurationTemplate(contract, { ...guesses, schema: schemaFrom(out) }), options)
  const hasAddress = contract.bases.every((base) => guesses.bases[base] !== undefined)
  const guessed = told.map((line) => `  ${line}\n`).join('')
  return `Wrote ${out} with the target ${name}. It holds no secret. Where its values come from:\n${guessed}Next: ${hasAddress ? '' : 'write in the address, then '}npx assay doctor ${name}${out === configurationFileName ? '' : ` --config ${out}`}`
}

async function writeRecipe(system: CiSystem, options: Options): Promise<string> {
  const { file, next, out: usual } = recipes[system]
  const { out = usual } = options
  await writeNew(out, await readFile(pathOf(file), 'utf8'), options)
  return `Wrote ${out}. It holds no secret. It runs the Assay that the package-lock.json here pins (npm install --save-dev). Next: ${next}`
}

async function writeNew(out: string, text: string, { force }: Options): Promise<void> {
  if (!force && existsSync(out))
    throw new UsageError(`${out} is there already, and stays as it is. Give --force to write over it, or --out for another file.`)
  await writeOutput(out, text)
}

/** Where an editor finds the schema, seen from the directory of the file. */
function schemaFrom(out: string): string {
  const path = fileURLToPath(new URL(`../../contracts/generated/${configurationSchemaName}`, import.meta.url))
  if (!existsSync(path)) return `./node_modules/assay/dist/contracts/generated/${configurationSchemaName}`
  return relative(dirname(resolve(out)), path).replaceAll('\\', '/')
}

/** A CI system, the recipe for it, and where that system looks for it. */
const recipes = {
  github: {
    file: 'github.yml',
    out: '.github/workflows/assay.yml',
    next: 'Set the variables and secrets that it names in Settings > Secrets and variables > Actions.',
  },
  gitlab: { file: 'gitlab.yml', out: '.gitlab-ci.yml', next: 'Set the variables that it names in Settings > CI/CD > Variables.' },
  jenkins: {
    file: 'Jenkinsfile',
    out: 'Jenkinsfile',
    next: 'Add the credentials that it names as secret texts, and write your own address and values into its environment.',
  },
} as const

type CiSystem = keyof typeof recipes

const ciSystems = Object.keys(recipes) as readonly CiSystem[]

/** Beside the sources in a checkout, beside `dist` in an installed package. */
function pathOf(file: string): string {
  const near = fileURLToPath(new URL(`../../recipes/${file}`, import.meta.url))
  return existsSync(near) ? near : fileURLToPath(new URL(`../../../recipes/${file}`, import.meta.url))
}
