/**
 * Replaces `turbo-stream`, with which Remix encodes and decodes responses of single fetch. The site does not enable
 * single fetch (`vite.config.ts`), so browsers never need it.
 */
export function decode(): never {
  throw new Error('Single fetch is off.');
}

export { decode as encode };
