/** Size of the pieces in which a file is read (bytes): all of it would fill the memory of a phone. */
const pieceSize = 1024 * 1024;

/**
 * Returns whether a chosen file can still be read. It cannot once it has been deleted or changed (File API, section 4.1.1),
 * as happens to files of a cloud drive on Android. A request with such a file fails as if the connection were lost.
 * @param from where to start (bytes)
 * @param to where to end (bytes)
 */
export async function isReadable(file: Blob, from = 0, to = file.size): Promise<boolean> {
  try {
    for (let start = from; start < to; start += pieceSize) {
      const piece = file.slice(start, Math.min(start + pieceSize, to));
      // Safari before 14 lacks `Blob.arrayBuffer`.
      const { byteLength } = await new Response(piece).arrayBuffer();
      if (byteLength < piece.size) return false;
    }
    return true;
  } catch {
    return false;
  }
}
