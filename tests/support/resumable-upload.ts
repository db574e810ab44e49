import { randomBytes } from 'node:crypto';
import { Refusal } from './refusal.ts';

/** A minimal tus client that can also send requests which the browser's library never sends. */

const version = { 'Tus-Resumable': '1.0.0' };

/** A draft token in the browser's format. */
export const newToken = () => randomBytes(16).toString('base64url');

export interface Creation {
  draft: string;
  name: string;
  size: number;
  rules?: string;
  headers?: Record<string, string>;
}

export function create(
  site: { url: string },
  { draft, name, size, rules = 'medical', headers }: Creation,
): Promise<Response> {
  const metadata = Object.entries({ draft, filename: name, rules })
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join();
  return fetch(`${site.url}/uploads`, {
    method: 'POST',
    headers: { ...version, 'Upload-Length': String(size), 'Upload-Metadata': metadata, ...headers },
  });
}

/**
 * Creates an upload and returns its URL.
 * @throws {@link Refusal}
 */
export async function createUpload(site: { url: string }, creation: Creation): Promise<string> {
  const created = await create(site, creation);
  if (created.status !== 201)
    throw new Refusal(`Not created: ${created.status} ${await created.text()}`, created.status);
  return site.url + (created.headers.get('Location') ?? '');
}

export function patch(address: string, offset: number, bytes: Uint8Array, headers?: Record<string, string>) {
  return fetch(address, {
    method: 'PATCH',
    headers: {
      ...version,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      ...headers,
    },
    body: bytes as BodyInit,
  });
}

/** Asks how many bytes of a file the site has received, and its length; undefined if the upload does not exist. */
export async function progressOf(address: string): Promise<{ offset: number; length: number } | undefined> {
  const { ok, headers } = await fetch(address, { method: 'HEAD', headers: version });
  if (!ok) return undefined;
  return { offset: Number(headers.get('Upload-Offset')), length: Number(headers.get('Upload-Length')) };
}

export function terminate(address: string): Promise<Response> {
  return fetch(address, { method: 'DELETE', headers: version });
}

/** Uploads a whole file in one chunk. @returns the response to that chunk */
export async function upload(
  site: { url: string },
  { bytes, ...creation }: Omit<Creation, 'size'> & { bytes: Uint8Array },
): Promise<Response> {
  return patch(await createUpload(site, { ...creation, size: bytes.length }), 0, bytes);
}
