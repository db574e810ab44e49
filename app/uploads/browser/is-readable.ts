/**
 * How long a file may take to show that it can be read (ms). The provider of a cloud drive can hang instead of failing; the
 * visitor must not wait for that any longer than for a slow page.
 */
export const readingLimit = 10_000;

/**
 * Returns whether a chosen file can still be read. It cannot once it has been deleted or changed (File API, section 4.1.1),
 * as happens to files of a cloud drive on Android. A request with such a file fails as if the connection were lost.
 *
 * Reads only the first and the last byte: reading a changed file fails wherever it starts, and all of a file would take as
 * long to read as to send.
 * @param from where to start (bytes)
 * @param to where to end (bytes)
 * @returns true also if that is still unknown after {@link readingLimit}
 */
export function isReadable(file: Blob, from = 0, to = file.size): Promise<boolean> {
  const ends = new Blob([file.slice(from, from + 1), file.slice(to - 1, to)]);
  // Safari before 14 lacks `Blob.arrayBuffer`.
  const reading = new Response(ends).arrayBuffer().then(
    ({ byteLength }) => byteLength === ends.size,
    () => false,
  );
  return Promise.race([reading, new Promise<true>((resolve) => setTimeout(resolve, readingLimit, true))]);
}
