/** Returns bytes as text with one character for each, so that signatures can be written as patterns. */
export function latin1(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return String.fromCharCode(...bytes.subarray(start, end));
}
