import { _, Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import plugin from 'ajv-formats'
import { RE2JS } from 're2js'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { DocumentError } from '../../spec/document-error.ts'
import type { Contract, Operation, Schema } from '../contract.ts'
import { formats } from '../formats/formats.ts'
import { patternCost } from './pattern.ts'
import { cut, type SchemaPart } from './schemas.ts'
import type { Validators } from './validator.ts'

/** Compiles the validators of a contract that was derived at run time. @throws {DocumentError} for a schema that is none. */
export function compileValidators({ operations }: Contract): Validators {
  const ajv = compiler(operations, linear)
  const partsOf = (name: string, schema: Schema) => cut(schema).map((part) => compilePart(ajv, name, part))
  return new Map(
    operations.flatMap(judgedBodies).map(([name, schema]) => [name, getOrInsert(known, schema, () => partsOf(name, schema))] as const),
  )
}

/** What was compiled before: an overlay's schemas are compiled when it is read, to see whether they can be, and again to judge by. */
const known = new WeakMap<Schema, ReturnType<typeof compilePart>[]>()

export function validatorModule({ operations }: Contract): string {
  const ajv = compiler(operations)
  const bodies = operations
    .flatMap(judgedBodies)
    .map(([name, schema]) => [name, cut(schema).map((part) => ({ ...part, name: '' }))] as const)
  const parts = bodies.flatMap(([, parts]) => parts)
  for (const [index, part] of parts.entries()) part.name = `validate${index}`
  for (const { name, schema } of parts) ajv.addSchema(schema, name)
  const code = standalone.default(ajv, Object.fromEntries(parts.map(({ name }) => [name, name])))
  const entries = bodies.map(([name, parts]) => `  [${JSON.stringify(name)}, [${parts.map(entry).join(', ')}]],\n`)
  return `import { formats } from '../formats/formats.ts'\n${imported(shortened(code))}\n${noted}\nexport const generatedValidators = new Map([\n${entries.join('')}])\n`
}

/**
 * Takes time in proportion to the text, whatever an overlay's pattern and a target's text are: neither may hold up a run.
 * @throws {Error} for a pattern that asks for more.
 */
const linear = Object.assign(
  (pattern: string) => {
    const expression = RE2JS.compile(boundedPattern(pattern))
    return { test: (text: string) => expression.test(text), toString: () => pattern }
  },
  { code: 'linear' },
)

function boundedPattern(pattern: string): string {
  const cost = patternCost(pattern)
  if (cost === undefined) return RE2JS.translateRegExp(pattern)
  throw new Error(`the pattern ${pattern} ${cost}; write it without`)
}

function compiler(operations: readonly Operation[], regExp?: typeof linear): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    allowUnionTypes: true,
    multipleOfPrecision: 4,
    // One loop tells whether all members are there, and not a condition for each.
    loopRequired: 1,
    // Why a schema of an overlay is none is told in ajv's words; what is wrong with an answer is not.
    messages: regExp !== undefined,
    // To optimize what is written for one run takes a tenth more memory, and a quarter more time.
    code: regExp ? { regExp, optimize: false } : { source: true, esm: true, lines: true, formats: _`formats` },
  })
  plugin.default(ajv)
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
  const schemas = JSON.stringify(operations.map(({ success, refusals }) => [success.schema, refusals]))
  for (const [name] of schemas.matchAll(/(?<="format":")[^"]+/g)) if (!(name in ajv.formats)) ajv.addFormat(name, true)
  // What was evaluated is noted only where a schema asks for what was not.
  ajv.opts.unevaluated = schemas.includes('"unevaluated')
  return ajv
}

/** Every body that is judged, by the name of its validators: the success, and what the document says of refusals. */
function judgedBodies({ id, success, refusals }: Operation): (readonly [name: string, schema: Schema])[] {
  const refused = refusals.forms.flatMap(({ id: form, schema }) => (schema ? [[`${id}.${form}`, schema] as const] : []))
  return [[id, success.schema], ...refused]
}

function compilePart(ajv: Ajv2020, name: string, { path, schema }: SchemaPart) {
  try {
    return { path, validate: ajv.compile(schema) }
  } catch (cause) {
    const at = path.length === 0 ? 'its root' : `/${path.join('/')}`
    throw new DocumentError(`${name}: the schema of the response cannot be compiled at ${at}: ${(cause as Error).message}`, { cause })
  }
}

function entry({ path, name }: { path: readonly string[]; name: string }): string {
  return `{ path: ${JSON.stringify(path)}, validate: ${name} }`
}

const noted = `function noted(errors, error) {
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}
`

/** Standalone code names each error, and notes it by eight lines of its own. */
function shortened(code: string): string {
  return code.replace(
    /const (\w+) = (.+);\nif\(vErrors === null\)\{\nvErrors = \[\1\];\n\}\nelse \{\nvErrors\.push\(\1\);\n\}/g,
    'vErrors = noted(vErrors, $2);',
  )
}

/** Standalone code asks for ajv's runtime by `require`, which an ES module lacks. */
function imported(code: string): string {
  return code.replace(
    /const (\w+) = require\(("ajv\/dist\/runtime\/\w+)"\)\.default;/g,
    'import $1Module from $2.js"; const $1 = $1Module.default;',
  )
}
