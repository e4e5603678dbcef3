import { closeSync, openSync, readSync } from 'node:fs'

/** The most that is read of a file, where it is not said otherwise, in bytes. */
const ordinary = 32 << 20

/**
 * The text of a file, a pipe or a device that somebody named, up to a length, since it may have no end. It is in UTF-8 or, as some shells
 * write it, in UTF-16; a byte order mark is no part of it. @throws an error that `fileFault` puts in words
 */
export function readText(path: string, most: number = ordinary): string {
  return decoded(bytesOf(path, most))
}

function bytesOf(path: string, most: number): Buffer {
  const file = openSync(path, 'r')
  const [chunk, chunks]: [Buffer, Buffer[]] = [Buffer.allocUnsafe(1 << 18), []]
  try {
    for (let length = 0; length <= most; ) {
      const read = readSync(file, chunk)
      if (read === 0) return Buffer.concat(chunks)
      chunks.push(Buffer.from(chunk.subarray(0, read)))
      length += read
    }
    throw Object.assign(new Error('it is too large'), { code: 'ERR_FS_FILE_TOO_LARGE' })
  } finally {
    closeSync(file)
  }
}

function decoded(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}
