import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request } from 'express';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A body in every encoding that browsers ask for. */
export type Compressed = Record<Encoding, Buffer>;

/** The last two of brotli's eleven levels take ten times as long for some percent less. */
const brotliLevel = { fast: 9, smallest: 11 };

export async function compressAll(identity: Buffer, effort: keyof typeof brotliLevel): Promise<Compressed> {
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
