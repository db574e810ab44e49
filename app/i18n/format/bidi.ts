/**
 * Wraps a value in FIRST STRONG ISOLATE (UAX 9), so that it keeps its own direction inside a sentence of the other: a
 * file name, a phone number, a reference. For texts that cannot hold a `<bdi>` element.
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

/** Like {@link isolate}, for values that are always left to right, such as `+49 30 23125 010`. */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}
