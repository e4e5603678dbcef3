import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

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

export type CiSystem = keyof typeof recipes

export const ciSystems = Object.keys(recipes) as readonly CiSystem[]

export async function recipeFor(system: CiSystem): Promise<{ readonly text: string; readonly out: string; readonly next: string }> {
  const { file, out, next } = recipes[system]
  return { text: await readFile(pathOf(file), 'utf8'), out, next }
}

/** Beside the sources in a checkout, beside `dist` in an installed package. */
function pathOf(file: string): string {
  const near = fileURLToPath(new URL(`../recipes/${file}`, import.meta.url))
  return existsSync(near) ? near : fileURLToPath(new URL(`../../recipes/${file}`, import.meta.url))
}
