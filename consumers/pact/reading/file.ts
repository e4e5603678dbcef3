import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { longestAddress } from '../../../engine/exchange.ts'
import { UsageError } from '../../../language/usage-error.ts'
import { grouped } from '../../../text/counted.ts'
import { fileFault } from '../../../text/files/file-fault.ts'
import { readText } from '../../../text/files/text-file.ts'
import { asText, asWritten } from '../../../text/json/as-text.ts'
import { parsedJson } from '../../../text/json/json-text.ts'
import { holdsMoreValues, nestsDeeper } from '../../../text/json/nesting.ts'
import { type Node, nodeOf, nodesOf } from '../../../text/json/node.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { type ConsumerPact, readInteraction } from './interaction.ts'

export const largestFile = 32 << 20

/** Reads pact files, and the `.json` files of folders; of a file that cannot be read it says why, in a sentence. */
export async function readPactFiles(paths: readonly string[]): Promise<{ pacts: ConsumerPact[]; problems: string[] }> {
  const read: (ConsumerPact | string)[] = []
  for (const path of paths) read.push(...(await readPath(path)))
  return { pacts: read.filter((each) => typeof each !== 'string'), problems: read.filter((each) => typeof each === 'string') }
}

/** Reads a pact from the text of its file. @throws {UsageError} */
export function parsePact(text: string, file: string): ConsumerPact {
  const content = parsed(text, file)
  if (!isObject(content) || !isObject(content['consumer']) || !isObject(content['provider']))
    throw new UsageError(`${file} is not a pact: expected a JSON object with "consumer", "provider" and "interactions".`)
  if (holdsLong(content)) {
    throw new UsageError(
      `${file} is not a pact that can be judged: it holds a path, a query or an expression of more than ${grouped(longestAddress)} characters.`,
    )
  }
  const version = versionOf(content, file)
  const interactions = [
    ...nodesOf(content['interactions']),
    ...nodesOf(content['messages']).map((message) => ({ ...message, request: undefined })),
  ]
  if (interactions.length === 0) throw new UsageError(`${file} holds no interaction, so there is nothing to judge.`)
  return {
    file,
    version: version === 4 ? 4 : 3,
    consumer: asWritten(content['consumer']['name'] ?? ''),
    provider: asWritten(content['provider']['name'] ?? ''),
    interactions: interactions.map((stated) =>
      version < 3 ? readInteraction(inVersionThree(stated), 3) : readInteraction(stated, version === 4 ? 4 : 3),
    ),
  }
}

async function readPath(path: string): Promise<(ConsumerPact | string)[]> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return [await readOne(path, found.size)]
    const names = (await readdir(path)).filter((name) => name.endsWith('.json')).sort()
    if (names.length === 0) throw new UsageError(`${path} is a folder without pacts: expected .json files in it.`)
    return (await Promise.all(names.map((name) => readPath(join(path, name))))).flat()
  } catch (error) {
    return [messageOf(path, error)]
  }
}

async function readOne(path: string, size: number): Promise<ConsumerPact> {
  if (size > largestFile) {
    throw new UsageError(`${path} has ${Math.round(size / (1 << 20))} MB; a pact of more than ${largestFile / (1 << 20)} MB is not read.`)
  }
  return parsePact(readText(path, largestFile), path)
}

function messageOf(path: string, error: unknown): string {
  if (error instanceof UsageError) return error.message
  return `${path} cannot be read (${fileFault(error)}). Give a pact as JSON, or a folder of them.`
}

/** True where an address, or an expression of a rule, is longer than any that is used: one of 4 MB takes 3 GB to be compiled. */
function holdsLong(value: unknown): boolean {
  return Object.entries(value ?? {}).some(([name, member]) =>
    typeof member === 'string' ? /^(?:path|query|regex)$/.test(name) && member.length > longestAddress : holdsLong(member),
  )
}

/** The most values that are read: Pact's own verifier takes kilobytes for each. A pact of two hundred pages of ten records holds a third. */
export const mostPactValues = 100_000

/** The deepest nesting that is read; what an SDK expects nests a few levels. */
const deepest = 200

function parsed(text: string, file: string): unknown {
  if (nestsDeeper(text, deepest)) throw new UsageError(`${file} is not a pact that can be judged: it nests deeper than ${deepest} levels.`)
  if (holdsMoreValues(text, mostPactValues))
    throw new UsageError(`${file} is not a pact that can be judged: it holds more than ${grouped(mostPactValues)} values.`)
  return parsedJson(text, (fault) => new UsageError(`${file} is not a pact: it is not JSON (${fault}).`))
}

function versionOf({ metadata }: Node, file: string): number {
  const held = nodeOf(metadata)
  const stated = [held['pactSpecification'], held['pact-specification']].find(isObject)?.['version'] ?? held['pactSpecificationVersion']
  const major = /^([1-4])(\.|$)/.exec(asText(stated ?? ''))?.[1]
  if (major !== undefined) return Number(major)
  const found = stated === undefined ? 'it does not say which it has' : `it has ${JSON.stringify(stated)}`
  throw new UsageError(
    `${file} cannot be judged: expected Pact's specification 1 to 4 in metadata.pactSpecification.version, but ${found}. Let your Pact library write version 3 or 4.`,
  )
}

/** An interaction of Pact's specification 1 or 2 in the form of 3: a state by name, rules in one list, each by its whole path. */
function inVersionThree({ providerState, provider_state: older, request, response, ...others }: Node): Node {
  const state = providerState ?? older
  return {
    ...others,
    ...(typeof state === 'string' && { providerStates: [{ name: state }] }),
    request: partInVersionThree(request),
    response: partInVersionThree(response),
  }
}

function partInVersionThree(part: unknown): unknown {
  if (!isObject(part) || !isObject(part['matchingRules'])) return part
  const placed = Object.entries(part['matchingRules']).flatMap(([path, rule]) => placedRule(path, rule))
  const rules = Map.groupBy(placed, ({ name }) => name)
  return { ...part, matchingRules: Object.fromEntries([...rules].map(([name, held]) => [name, partRules(name, held)])) }
}

interface Placed {
  readonly name: string
  readonly at: string
  readonly rule: unknown
}

function placedRule(path: string, stated: unknown): Placed[] {
  const [, part = '', at = ''] = /^\$\.(body|headers?|query|path)(.*)$/.exec(path) ?? []
  if (part === '' || !isObject(stated)) return []
  const matcher = 'match' in stated ? stated : { match: 'regex' in stated ? 'regex' : 'type', ...stated }
  return [{ name: part.replace('headers', 'header'), at, rule: { combine: 'AND', matchers: [matcher] } }]
}

function partRules(name: string, held: readonly Placed[]): unknown {
  if (name === 'path') return held[0]?.rule
  const key = (at: string) => (name === 'body' ? `$${at}` : at.replace(/^\.|^\['|'\]$/g, ''))
  return Object.fromEntries(held.map(({ at, rule }) => [key(at), rule]))
}
