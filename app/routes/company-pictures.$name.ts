import type { LoaderFunctionArgs } from '@remix-run/node';
import { readPicture } from '#app/company-store/fact-pictures.server.ts';
import { notFound } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Serves a picture of the company facts. Its name contains its hash, so it never changes. */
export async function loader({ params: { name = '' } }: LoaderFunctionArgs) {
  const { database, files } = await services();
  const picture = await readPicture(database, files, name);
  if (!picture) throw notFound();
  return new Response(new Uint8Array(picture.bytes), {
    headers: {
      'Content-Type': picture.type,
      'Content-Length': String(picture.bytes.length),
      'Cache-Control': 'public, max-age=31536000, immutable',
      // A picture that is opened directly is a document on our host: forbid everything.
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  });
}
