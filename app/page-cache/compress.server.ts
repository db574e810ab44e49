import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in every encoding that browsers ask for. */
export type Compressed = Record<Encoding, Buffer>;

/** Of a page of 76 kB level 5 takes 2 ms, 10 takes 20 for 12 % less, and 11 takes 50 for next to nothing more. */
const brotliLevel = { fast: 5, small: 10, smallest: 11 };

export type Effort = keyof typeof brotliLevel;

export async function compressAll(identity: Buffer, effort: Effort): Promise<Compressed> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliLevel[effort],
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, { params }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { identity, br, gzip: zipped };
}

/** The smallest encoding that the browser takes. Asked one by one: asked for all, Express follows the browser's order. */
export function bestEncoding(request: Request): Encoding {
  return (['br', 'gzip'] as const).find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
