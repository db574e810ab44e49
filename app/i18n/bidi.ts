/**
 * A value that reads in its own direction inside a sentence of the other: a file name, a telephone number,
 * a reference. For texts that cannot hold a `<bdi>` element. Unicode's first strong isolate (UAX 9).
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

/** Like {@link isolate}, for what always reads left to right, such as `+49 30 23125 010`. */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}
