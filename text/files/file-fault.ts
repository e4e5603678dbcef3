const words: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'something of that name is there',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the disk can only be read',
  EMFILE: 'too many files are open',
  ERR_NO_WRITER: 'it is a pipe, and nobody writes into it',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is no text in UTF-8',
}

/** Why a file could not be read or written, in words that stand in brackets. */
export function fileFault(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException
  return code === undefined ? message : (words[code] ?? code)
}
