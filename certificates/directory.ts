import { join } from 'node:path'
import { UsageError } from '../language/usage-error.ts'
import { day } from '../text/day.ts'
import { filesBelow } from '../text/files/file-tree.ts'
import type { OpenedVerification, Verification } from './verification/verification-lines.ts'

/** A certificate of a folder, with the key and the challenge beside it, if there are any. */
export interface Listing {
  /** Its name in the directory, fit for a file and a URL. */
  readonly name: string
  readonly certificate: string
  readonly key: string | undefined
  readonly challenge: string | undefined
}

export interface DirectoryEntry {
  readonly name: string
  readonly file: string
  /** True if a key was named that must have signed it: without one it is not shown who did. */
  readonly hasNamedKey: boolean
  /** Undefined if it could not be read at all. */
  readonly verification?: Verification
  readonly code: 0 | 1 | 3
  readonly problem?: string
}

export type OpenedEntry = DirectoryEntry & { readonly verification: OpenedVerification }

export function isOpened(entry: DirectoryEntry): entry is OpenedEntry {
  return entry.verification?.certificate !== undefined
}

const ending = /(?:^|[./])(?:assay\.)?certificate\.json$/

/**
 * The certificates of a folder and of those in it: `NAME.certificate.json`, with `NAME.pub.pem` and `NAME.challenge.json` where they are.
 * No file that is added takes the page or the badge of another, to which people link. @throws {UsageError} if one would
 */
export async function listingsOf(folder: string): Promise<Listing[]> {
  const files = await filesBelow(folder)
  const known = new Set(files)
  const pages = new Map([['index', 'the list']])
  return files
    .filter((path) => ending.test(path))
    .map((path) => {
      const stem = path.replace(/(?:assay\.)?certificate\.json$/, '').replace(/[./]$/, '')
      const beside = (suffix: string) =>
        [`${stem}.${suffix}`, `${stem}/${suffix}`, suffix].find((name) => known.has(name) && folderOf(name) === folderOf(path))
      const [key, challenge] = [beside('pub.pem'), beside('challenge.json')]
      const name = stem.replace(/[^\w.-]+/g, '-').replace(/^[.-]+/, '') || 'certificate'
      // To some disks and servers, names that differ in capitals alone are one.
      const other = pages.get(name.toLowerCase())
      if (other !== undefined) throw new UsageError(`${path} would have the page of ${other}: choose another name for it.`)
      pages.set(name.toLowerCase(), path)
      return {
        name,
        certificate: join(folder, path),
        key: key === undefined ? undefined : join(folder, key),
        challenge: challenge === undefined ? undefined : join(folder, challenge),
      }
    })
}

export function daysLeft({ verification }: OpenedEntry, now: number): number {
  return Math.floor((verification.certificate.settings.expiresAt - now) / day)
}

function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}
