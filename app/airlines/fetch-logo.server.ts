import { rasterType } from './raster-type.server.ts';

/** How long the image service may take, the last byte included (ms). */
const longestFetch = 5_000;
/** The largest logo that is taken: they have some 5 kB. */
const largestLogo = 100_000;

/**
 * What came of asking the image service:
 * - `none`: it has no logo of this airline, or none that may be shown
 * - `unavailable`: no answer, or one that says nothing about this logo
 */
export type LogoAnswer =
  { outcome: 'logo'; bytes: Buffer } | { outcome: 'none' | 'unavailable'; /** For the log. */ reason: string };

/**
 * Asks the image service for one logo. It learns the airline's code and nothing of a visitor.
 * @param template its address, with `{code}` for the code
 * @param closing ends the request, because the process goes
 */
export async function fetchLogo(template: string, code: string, closing: AbortSignal): Promise<LogoAnswer> {
  try {
    const response = await fetch(template.replace(/\{code\}/g, code), {
      headers: { Accept: 'image/png, image/webp, image/jpeg, image/gif' },
      // Where it would lead is not what the company has chosen.
      redirect: 'manual',
      signal: AbortSignal.any([closing, AbortSignal.timeout(longestFetch)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { outcome: isAboutTheService(response.status) ? 'unavailable' : 'none', reason: `${response.status}` };
    }
    const bytes = await readBounded(response);
    if (!bytes) return { outcome: 'none', reason: 'too large' };
    return rasterType(bytes) ? { outcome: 'logo', bytes } : { outcome: 'none', reason: 'not a raster picture' };
  } catch (error) {
    return { outcome: 'unavailable', reason: reasonOf(error) };
  }
}

/** RFC 9110, section 15: it broke down, or wants to be left alone for now. */
function isAboutTheService(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Undefined for a body of more than {@link largestLogo}; the rest of it is not read. */
async function readBounded(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length;
    if (length > largestLogo) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

/** What the system said: `ECONNREFUSED`, or the words of an error. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? message;
}
