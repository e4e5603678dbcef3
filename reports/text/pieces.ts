/** How long a piece of a text is at least, in characters: written one by one, short ones take longer than they took to make. */
export const pieceLength = 1 << 16

/** Parts of a text as pieces of a length that is worth a writing each, the last one aside. */
export function* inPieces(parts: Iterable<string>): Generator<string> {
  let piece = ''
  for (const part of parts) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}
