import { crockfordAlphabet } from './readable-code.ts';

/** A trace of W3C Trace Context (https://www.w3.org/TR/trace-context-2/): what one request causes in several systems. */
export interface TraceContext {
  /** 32 hexadecimal digits in lower case. */
  traceId: string;
  /** The trace flags as two hexadecimal digits, such as whether the trace is being recorded. */
  flags: string;
}

/** Version, trace id, parent id, flags. A later version may add fields; version ff and ids of zeros are invalid. */
const traceparentPattern =
  /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})(-[\x21-\x7e]*)?$/;

/** Parses a `traceparent` header. @returns undefined if it is missing or invalid, which starts a new trace */
export function readTraceparent(header: string | string[] | undefined): TraceContext | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, flags, more] = traceparentPattern.exec(header) ?? [];
  if (traceId === undefined || flags === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, flags };
}

/** Returns the `traceparent` header of a request that belongs to a trace, with a new parent id. */
export function newTraceparent({ traceId, flags }: TraceContext): string {
  const parentId = crypto.getRandomValues(new Uint8Array(8));
  // An id of zeros is invalid.
  if (parentId.every((byte) => byte === 0)) parentId[0] = 1;
  return `00-${traceId}-${Buffer.from(parentId).toString('hex')}-${flags}`;
}

/**
 * Returns the id of the request that brought a trace to the site: the last 50 bits of the trace id, which are random
 * (Trace Context 2, "random trace id flag"), as a code of 10 characters that a visitor can read out to us.
 */
export function requestIdOf({ traceId }: TraceContext): string {
  let bits = Number.parseInt(traceId.slice(-13), 16);
  let code = '';
  for (let character = 0; character < 10; character += 1) {
    code = crockfordAlphabet.charAt(bits % 32) + code;
    bits = Math.floor(bits / 32);
  }
  return code;
}
