import { createHash } from 'node:crypto';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { carrierTile } from '#app/airlines/carrier-tile.server.ts';
import { isCarrierCode } from '#app/airlines/carrier-code.ts';
import { services } from '#app/services.server.ts';
import { notFound } from './not-found.server.ts';

/** For how many seconds a browser shows it without asking: a logo for a day, a tile until there may be a logo. */
const keptFor = { logo: 24 * 60 * 60, tile: 5 * 60 };

/** An airline's logo from our own host; a tile with its code where there is none, so that no picture is broken. */
export async function loader({ request, params: { code = '' } }: LoaderFunctionArgs) {
  if (!isCarrierCode(code)) throw notFound();
  const { carrierLogos } = await services();
  const logo = await carrierLogos.find(code);
  const { bytes, type } = logo ?? carrierTile(code);
  const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'Cache-Control': `public, max-age=${logo ? keptFor.logo : keptFor.tile}`,
    ETag: tag,
    // Opened by itself it is a document of our host: it must be nothing but a picture.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  if (has(request, tag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), {
    headers: { ...headers, 'Content-Type': type, 'Content-Length': String(bytes.length) },
  });
}

/** Whether the browser has this picture already; a cache in between may have weakened its tag (RFC 9110, 13.1.2). */
function has(request: Request, tag: string): boolean {
  const tags = request.headers.get('If-None-Match')?.split(',') ?? [];
  return tags.some((known) => ['*', tag].includes(known.trim().replace(/^W\//, '')));
}
