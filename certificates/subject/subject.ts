import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { fileFault } from '../../spec/files/file-fault.ts'
import type { Subject } from '../certify.ts'
import { UnreadableFile } from '../unreadable.ts'

/** What was judged: a file by its content, or a container image by its digest (`name@sha256:…`). @throws {UnreadableFile} */
export async function subjectFrom(words: string): Promise<Subject> {
  const [, name, digest] = /^(?:([^@\s]+)@)?sha256:([0-9a-f]{64})$/.exec(words) ?? []
  if (digest !== undefined) return { kind: 'image', name: name ?? 'image', sha256: digest }
  return { kind: 'file', name: basename(words), sha256: await fileDigest(words) }
}

/** The SHA-256 of a file, however large. @throws {UnreadableFile} */
async function fileDigest(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  } catch (cause) {
    throw new UnreadableFile(`The subject ${path} cannot be read (${fileFault(cause)}). Give a file, or an image as name@sha256:….`)
  }
  return hash.digest('hex')
}
