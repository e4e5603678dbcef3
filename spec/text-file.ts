import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** The most that is read of a file, where it is not said otherwise, in bytes. */
const ordinary = 32 << 20

/**
 * The text of a file or a pipe that somebody named, up to a length: a device has no end. It is in UTF-8 or, as some shells write it,
 * in UTF-16; a byte order mark is no part of it. @throws an error that `fileFault` puts in words
 */
export function readText(path: string, most: number = ordinary): string {
  const found = statSync(path)
  if (!found.isFile() && !found.isFIFO()) throw fault(found.isDirectory() ? 'EISDIR' : 'ERR_NO_FILE')
  if (found.size > most) throw fault('ERR_FS_FILE_TOO_LARGE')
  return decoded(bytesOf(path, most))
}

function bytesOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  const chunks: Buffer[] = []
  try {
    for (let length = 0; length <= most; ) {
      const chunk = Buffer.allocUnsafe(1 << 18)
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, read))
      length += read
    }
    throw fault('ERR_FS_FILE_TOO_LARGE')
  } finally {
    closeSync(file)
  }
}

function decoded(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

function fault(code: string): Error {
  return Object.assign(new Error(code), { code })
}
