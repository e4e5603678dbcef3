import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Command } from 'commander'
import { mostBytes } from '../../certificates/certificate.ts'
import { type DirectoryEntry, daysLeft, isOpened, type Listing, listingsOf } from '../../certificates/directory.ts'
import { verificationCode } from '../../certificates/verification/verification-lines.ts'
import { verify } from '../../certificates/verification/verify.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { certifiedText, svgCertificateBadge } from '../../reports/formats/badge.ts'
import { htmlCertificate } from '../../reports/html/certificate.ts'
import { htmlDirectory, htmlProblem } from '../../reports/html/directory.ts'
import { jsonText } from '../../reports/text/json.ts'
import { plain } from '../../reports/text/plain.ts'
import { type Content, writeFiles } from '../../reports/write.ts'
import { cannotRead } from '../../targets/configuration/named-file.ts'
import { counted } from '../../text/counted.ts'
import { dayOf } from '../../text/day.ts'
import { readText } from '../../text/files/text-file.ts'
import { exiting } from '../exit-code.ts'
import { bytesOf, givenChallenge, publicKeys } from '../options/certificate-files.ts'
import { contract, overlayOption } from '../options/contract.ts'
import { positiveNumber } from '../options/flag-values.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { say } from '../output/telling.ts'
import { gravest } from '../runs/fleet.ts'

const examples = `
Each NAME.certificate.json of the folder, and of those in it, is verified: with NAME.pub.pem beside it that key must have signed it,
with NAME.challenge.json it must answer that.

Examples:
  $ assay directory certificates --out site
  $ assay directory certificates --expiring 14       also fail where one has less than 14 days left

Exit codes: 0 all hold · 1 one does not, or is about to expire · 2 wrong usage · 3 something cannot be told`

export function directoryCommand(): Command {
  return new Command('directory')
    .argument('<folder>', 'the folder with the certificates')
    .option('--out <dir>', 'where the site goes', 'reports/certified')
    .option('--expiring <days>', 'fail where a certificate has less than so many days left', positiveNumber)
    .addOption(overlayOption())
    .addHelpText('after', examples)
    .action(exiting(writeDirectory))
}

async function writeDirectory(folder: string, { out, expiring = 0 }: { out: string; expiring?: number }): Promise<number> {
  const now = Date.now()
  const listings = await listingsOf(folder).catch((cause) => {
    throw cause instanceof UsageError ? cause : cannotRead(folder, cause)
  })
  if (listings.length === 0) throw new UsageError(`${folder} holds no certificate: expected files called NAME.certificate.json.`)
  const entries: DirectoryEntry[] = []
  for (const listing of listings) entries.push(await entryOf(listing, folder, now))
  await removeFormer(out, entries)
  const written = await writeFiles(out, {
    'index.html': () => htmlDirectory(entries, now),
    [feed]: async () => jsonText(feedOf(entries)),
    ...Object.fromEntries(entries.flatMap((entry) => Object.entries(filesOf(entry, folder)))),
  })
  for (const entry of entries) say(sentence(entry, now, expiring))
  for (const path of written.paths.slice(0, 1)) say(path)
  const isExpiring = entries.some((entry) => isOpened(entry) && daysLeft(entry, now) < expiring)
  return codeWhenWritten(gravest([isExpiring ? 1 : 0, ...entries.map(({ code }) => code)]), written)
}

/** One that cannot be read says why, and keeps none of the others from the site. */
async function entryOf({ name, certificate, key, challenge }: Listing, folder: string, now: number): Promise<DirectoryEntry> {
  const own = { name, file: relative(folder, certificate), hasNamedKey: key !== undefined }
  try {
    const asked = givenChallenge(challenge)
    const verification = await verify(bytesOf(certificate, mostBytes), {
      contract,
      now,
      trust: { keys: publicKeys(key === undefined ? [] : [key]) },
      asked: defined({ keys: [], challenge: asked }),
    })
    return { ...own, verification, code: verificationCode(verification, [1, 2, 3, 4, ...(asked ? [5] : [])]) }
  } catch (cause) {
    if (!(cause instanceof UsageError)) throw cause
    return { ...own, code: 1, problem: cause.message }
  }
}

const feed = 'feed.json'

/** What is read of it, in bytes: a site may list thousands. */
const longestFeed = 32 << 20

function certificateCopy(name: string): string {
  return `${name}.certificate.json`
}

/** The page and the badge of one certificate, and itself: whoever reads the page can verify it. */
function filesOf(entry: DirectoryEntry, folder: string): Readonly<Record<string, () => Promise<Content>>> {
  const { name, file, verification } = entry
  const copy = certificateCopy(name)
  const held = isOpened(entry) && entry.code === 0 ? entry.verification : undefined
  const settings = held?.certificate.settings
  const certified = settings && certifiedText(dayOf(settings.expiresAt), settings.target, contract.operations)
  return {
    [`${name}.html`]: () => (held ? htmlCertificate(held, copy) : htmlProblem(entry)),
    [`${name}.svg`]: async () => svgCertificateBadge(certified),
    ...(verification && { [copy]: async () => bytesOf(join(folder, file), mostBytes).toString('utf8') }),
  }
}

/** Takes the files away that this command wrote of a certificate that is listed no more: a page that stays says that it holds. */
async function removeFormer(out: string, entries: readonly DirectoryEntry[]): Promise<void> {
  const listed = new Set(entries.map(({ name }) => name))
  for (const name of formerNames(out).filter((former) => !listed.has(former)))
    for (const file of [`${name}.html`, `${name}.svg`, certificateCopy(name)])
      await rm(join(out, file), { force: true }).catch(() => undefined)
}

/** The names that the feed of a site lists; none where there is no feed, or another's. */
function formerNames(out: string): string[] {
  try {
    const { items } = JSON.parse(readText(join(out, feed), longestFeed))
    return items.flatMap((item: { readonly url: unknown; readonly _assay?: unknown }) =>
      item._assay ? (/^([\w.-]+)\.html$/.exec(String(item.url))?.[1] ?? []) : [],
    )
  } catch {
    return []
  }
}

/** A JSON Feed (version 1.1), with what machines want to know of each under `_assay`. */
function feedOf(entries: readonly DirectoryEntry[]) {
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Certificates',
    items: entries.map(({ name, hasNamedKey, verification, code, problem }) => {
      const { statement, settings } = verification?.certificate ?? {}
      return defined({
        id: `${name}/${statement?.subject[0].digest.sha256 ?? 'unread'}`,
        url: `${name}.html`,
        title: statement?.subject[0].name ?? name,
        content_text: problem ?? (code === 0 ? 'It holds.' : 'It does not hold.'),
        date_published: settings && new Date(settings.issuedAt).toISOString(),
        tags: settings?.target.operations,
        _assay: defined({
          holds: code === 0,
          keyNamed: hasNamedKey,
          levels: (verification?.lines ?? []).filter(({ holds }) => holds === true).map(({ number }) => number),
          subject: statement?.subject[0],
          result: statement?.predicate.result,
          expires: settings && new Date(settings.expiresAt).toISOString(),
        }),
      })
    }),
  }
}

function sentence(entry: DirectoryEntry, now: number, expiring: number): string {
  const { file, hasNamedKey, code, problem, verification } = entry
  if (isOpened(entry) && code === 0) {
    const signer = hasNamedKey ? '' : ', but no key is named for it'
    const left = daysLeft(entry, now)
    const warning = left < expiring ? `, fewer than ${expiring}` : ''
    return `✓ ${plain(file)}: holds, ${counted(left, 'day')} left${warning}${signer}`
  }
  const failed = verification?.lines.find(({ holds }) => holds === false)
  return `✗ ${plain(file)}: ${plain(problem ?? (failed ? `${failed.number} (${failed.name}): ${failed.text}` : 'cannot be told'))}`
}
