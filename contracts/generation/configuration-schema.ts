import type { Contract } from '../contract.ts'

export const configurationSchemaName = 'assay.config.schema.json'

export function configurationSchema(contract: Contract): Readonly<Record<string, unknown>> {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'urn:assay:config:1',
    title: 'Configuration of assay',
    description: 'Targets by name. Secrets stay in the environment: this file holds the names of their variables.',
    type: 'object',
    additionalProperties: false,
    properties: {
      defaults: {
        ...object(entry(contract, limitSchemas)),
        description: 'What every run takes where flags, the named target and the environment say nothing.',
      },
      targets: {
        type: 'object',
        description: 'The targets of `assay run <name>`.',
        propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' },
        additionalProperties: object(entry(contract, { ...limitSchemas, allowWithdrawals })),
      },
      docs: {
        type: 'string',
        pattern: '^(none|https?://[^\\s"\'<>]+|(\\.{0,2}/)?\\w[\\w./-]*)$',
        description: 'Where the pages of the checks are that reports link to: an address, a folder seen from the reports, or none.',
      },
      gate: { ...object(gate(contract)), description: 'What `assay gate` runs, and what it tells it.' },
    },
  }
}

type Schema = Readonly<Record<string, unknown>>

function gate({ operations }: Contract): Readonly<Record<string, Schema>> {
  return {
    command: { ...command, description: 'The command, word by word; one behind -- goes before it.' },
    env: {
      type: 'object',
      description:
        'What the command is told, by the names that it uses: {coinUrl}, {apiToken} and the like are replaced by the values of the gate.',
      additionalProperties: { type: 'string' },
    },
    operations: {
      type: 'array',
      description: 'The operations that the SDK offers; all of them where it is left out.',
      minItems: 1,
      items: { enum: operations.map(({ id }) => id) },
    },
    except: {
      type: 'array',
      description: 'Patterns of checks that concern what it does not offer.',
      items: { type: 'string', minLength: 1 },
    },
    callback: { type: 'string', description: 'Where a callback is sent.' },
    timeout: { ...positive, description: 'The most that the command may take, in seconds.' },
    junit: { ...file, description: 'A JUnit file that the command writes.' },
  }
}

function entry(contract: Contract, limited: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> {
  const { bases, settings, operations } = contract
  const secrets = settings.filter(({ secret }) => secret)
  const asked = settings.filter(({ secret }) => !secret)
  return {
    url: { type: 'string', description: 'The address of all bases: http or https, a path prefix allowed.' },
    urls: described(
      'The address of single bases.',
      Object.fromEntries(bases.map((base) => [base, { type: 'string', description: `The address of ${base}.` }])),
    ),
    secrets: described(
      'The NAME of the environment variable that holds each secret; never the secret.',
      Object.fromEntries(secrets.map(({ name, description }) => [name, { ...variable, description: `Variable of ${description}.` }])),
    ),
    commands: described(
      'A command that prints a fresh secret, as a list of its words. It runs without a shell, in the directory of this file.',
      Object.fromEntries(secrets.map(({ name, description }) => [name, { ...command, description: `Prints ${description}.` }])),
    ),
    commandVariables: {
      type: 'array',
      description: 'The NAMES of the environment variables that the commands are given; PATH, HOME and the language they have anyway.',
      items: variable,
    },
    ask: described(
      'What is asked for.',
      Object.fromEntries(asked.map(({ name, description }) => [name, { type: 'string', minLength: 1, description }])),
    ),
    operations: {
      type: 'array',
      description: 'The operations that the target claims; all of them where it is left out.',
      minItems: 1,
      items: { enum: operations.map(({ id }) => id) },
    },
    limits: described('How hard and how long a target is asked.', limited),
    headers: {
      type: 'object',
      description: `Header fields that a gateway wants on every request; \${NAME} stands for an environment variable.`,
      additionalProperties: { type: 'string' },
    },
    tls: described('Files in PEM, seen from the directory of this file.', tlsSchemas),
    proxy: { type: 'string', description: `The address of a proxy, \${NAME} for an environment variable in it, or none.` },
  }
}

const variable: Schema = { type: 'string', pattern: '^[A-Z_][A-Z0-9_]*$' }
const command: Schema = { type: 'array', minItems: 1, items: { type: 'string' } }
const file: Schema = { type: 'string', minLength: 1 }

export const tlsSchemas = {
  ca: { ...file, description: 'Certificates of a private authority, trusted in addition to the public ones.' },
  certificate: { ...file, description: 'The client certificate.' },
  key: { ...file, description: 'The private key of the client certificate.' },
  passphrase: { ...variable, description: "The NAME of the environment variable that holds the key's passphrase." },
}

const positive: Schema = { type: 'number', exclusiveMinimum: 0 }

export const limitSchemas = {
  deadline: { ...positive, description: 'The most that a run may take, in seconds.' },
  timeout: { ...positive, description: 'The most that one request may take, in seconds.' },
  rate: { ...positive, description: 'How many requests go out in a second at most.' },
  concurrency: { type: 'integer', minimum: 1, description: 'How many requests go out side by side.' },
}

/** Of a single target: what moves money is no default. */
const allowWithdrawals: Schema = {
  type: 'boolean',
  description: 'Send withdrawals to this target though it is not on this machine: they move money.',
}

function described(description: string, properties: Readonly<Record<string, Schema>>): Schema {
  return { ...object(properties), description }
}

function object(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: 'object', additionalProperties: false, properties }
}
