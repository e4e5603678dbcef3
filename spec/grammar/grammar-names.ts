/** What is wrong with a name under which a part stands. */
interface NameFault {
  readonly name: string
  readonly message: string
}

/** What is wrong with the names of a map, where they are of a form: paths, statuses of responses, or media types of content. */
export function nameFaults(how: string, names: readonly string[]): NameFault[] {
  if (how === 'paths') return pathFaults(names)
  if (how === 'content') return mediaTypeFaults(names)
  return how === 'responses' ? statusFaults(names) : []
}

function pathFaults(paths: readonly string[]): NameFault[] {
  return paths.flatMap((name) => {
    const message = pathFault(name, paths)
    return message === undefined ? [] : [{ name, message }]
  })
}

function mediaTypeFaults(names: readonly string[]): NameFault[] {
  const others = names.filter((name) => !/^application\/([\w.-]+\+)?json\s*(;.*)?$/i.test(name))
  return [
    ...others.map((name) => ({ name, message: 'expected application/json, or a media type that ends in +json: bodies are JSON.' })),
    ...second(names, 'a second media type would not be read; expected one.'),
  ]
}

function statusFaults(names: readonly string[]): NameFault[] {
  const others = names.filter((name) => !/^([1-5]\d\d|[1-5](XX|xx)|default)$/.test(name))
  const successes = names.filter((name) => name.startsWith('2'))
  return [
    ...others.map((name) => ({ name, message: 'expected a status such as 200, a range such as 4XX, or default.' })),
    ...second(successes, 'a second success would not be judged; expected one.'),
  ]
}

function second([, name]: readonly string[], message: string): NameFault[] {
  return name === undefined ? [] : [{ name, message }]
}

function pathFault(path: string, all: readonly string[]): string | undefined {
  const template = (each: string) => each.replace(/\{[^{}]*\}/g, '{}')
  const same = all.slice(0, all.indexOf(path)).find((other) => template(other) === template(path))
  if (!path.startsWith('/')) return `a path begins with a slash; expected ${JSON.stringify(`/${path}`)}`
  if (/[?#\s]/.test(path)) return 'a path has no query, no fragment and no space; a query is declared as parameters.'
  if (/[\p{Cc}\\"<>^`|]|%(?![\da-f]{2})/iu.test(path))
    return 'a path has no control character, none of \\ " < > ^ ` |, and a percent sign in it two digits behind it.'
  if (/[^\p{ASCII}]/u.test(path.replace(/\{[^{}]*\}/g, '')))
    return `other letters than those of ASCII are sent encoded; expected ${JSON.stringify(encodeURI(path.toWellFormed()))}`
  if (path.includes('//')) return 'a path has no empty step.'
  if (/[{}]/.test(path.replace(/\{[^{}]*\}/g, ''))) return 'a brace in it has no other: a parameter is written {name}.'
  const names = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name)
  const twice = names.find((name, at) => names.indexOf(name) < at)
  if (twice !== undefined) return `a path has each parameter once; ${twice} stands in it twice.`
  const meant = /\/(?::([\w-]+)|\*+)(?=\/|$)/.exec(path)
  if (meant) return `${meant[0].slice(1)} would be sent as it stands; expected a parameter such as {${meant[1] ?? 'name'}}.`
  return same && `it is the same path as ${same}; expected its operations there.`
}
