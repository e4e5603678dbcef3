import released from './releases.json' with { type: 'json' }

const begin = '<!-- checks: written by `npx vitest run suites/catalogue.test.ts -u` -->'
const end = '<!-- /checks -->'

/** A changelog whose newest version lists the checks that were added and withdrawn. */
export function withChecks(changelog: string, ids: readonly string[], version: string): string {
  const [head, rest] = cut(changelog, begin)
  const [, tail] = cut(rest, end)
  const releases = releasesWith(ids, version)
  const earlier = Object.keys(releases).filter((name) => name !== version)
  const withdrawn = earlier.flatMap((name) => releases[name] ?? []).filter((id) => !ids.includes(id))
  return `${head}${begin}\n\n${listed('Added', releases[version] ?? [])}\n${listed('Withdrawn', withdrawn)}\n${end}${tail}`
}

/** The releases including the current checks: those that no earlier version had belong to this one. */
export function releasesWith(ids: readonly string[], version: string): Record<string, readonly string[]> {
  const earlier = Object.entries<readonly string[]>(released).filter(([name]) => name !== version)
  const known = new Set(earlier.flatMap(([, old]) => old))
  return { ...Object.fromEntries(earlier), [version]: ids.filter((id) => !known.has(id)) }
}

function cut(text: string, mark: string): [before: string, behind: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw new Error(`CHANGELOG.md has no ${mark}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

/** Checks by what they are about: `inquirePayments.pages`: answered, rounding. */
function listed(heading: string, ids: readonly string[]): string {
  const groups = Map.groupBy(ids, (id) => id.split('.').slice(0, 2).join('.'))
  const lines = [...groups].map(([group, members]) => {
    const names = members.map((id) => id.slice(group.length + 1)).filter((name) => name !== '')
    return names.length > 0 ? `- \`${group}\`: ${names.map((name) => `\`${name}\``).join(', ')}` : `- \`${group}\``
  })
  return `#### ${heading} (${ids.length})\n\n${lines.length > 0 ? lines.join('\n') : 'None.'}\n`
}
