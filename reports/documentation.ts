import own from '../package.json' with { type: 'json' }
import { isReleased } from '../suites/releases.ts'
import type { Report } from './report.ts'

/** Where a release publishes what `npm run docs` writes: the GitHub Pages of its repository. */
export const publishedPages = own.repository.url.replace(
  /^git\+https:\/\/github\.com\/([^/]+)\/(.+)\.git$/,
  'https://$1.github.io/$2/checks/',
)

/** Where the pages stand in the folder of a report, if somebody put them there. */
export const localPages = 'checks/'

/** The address of a check's page, as a report's reader follows it; undefined if there is none, as for a check of an overlay. */
export function checkPageUrl({ docs = publishedPages }: Pick<Report, 'docs'>, check: string): string | undefined {
  if (!isReleased(check) || !isAddress(docs)) return undefined
  return `${docs.replace(/\/?$/, '/')}${encodeURIComponent(pageName(check))}`
}

export function pageName(check: string): string {
  return `${encodeURIComponent(check.replace(/\[\]/g, '-each'))}.html`
}

/** No browser needs a longer one, and it stands in a report once for each check. */
const longestAddress = 2048

/** A whole address, or a folder from where the report is: a report may be anybody's, and no link of it runs anything. */
export function isAddress(docs: string): boolean {
  if (docs.length > longestAddress) return false
  return /^https?:\/\/[^\s"'<>]+$/.test(docs) || /^(\.{0,2}\/)?[\w-][\w./-]*$/.test(docs)
}
