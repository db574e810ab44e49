/**
 * Wraps a value, such as a file name or a reference, in FIRST STRONG ISOLATE (UAX #9), so that it keeps its direction
 * in a sentence of the opposite direction. For texts that cannot contain a `<bdi>` element.
 */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`;
}

/** Wraps a value that is always left to right, such as `+49 30 23125 010`, in LEFT-TO-RIGHT ISOLATE. */
export function isolateLtr(value: string): string {
  return `\u2066${value}\u2069`;
}
