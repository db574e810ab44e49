/**
 * Stands in for `turbo-stream`, with which Remix encodes and decodes the answers of single fetch. The site does not turn
 * that on (`vite.config.ts`), so no browser ever meets one.
 */
export function decode(): never {
  throw new Error('Single fetch is off.');
}

export { decode as encode };
