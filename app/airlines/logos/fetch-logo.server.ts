import { rasterType } from './raster-type.server.ts';

/** Timeout of a request, including the response body (ms). */
const fetchTimeout = 5_000;
/** Maximum size of a logo (bytes); most are about 5 kB. */
const maxLogoBytes = 100_000;

/**
 * Result of a request to the image service:
 * - `none`: the service has no logo for this airline, or no usable one
 * - `unavailable`: there was no response, or the service itself failed
 */
export type LogoResult =
  { outcome: 'logo'; bytes: Buffer } | { outcome: 'none' | 'unavailable'; /** For the log. */ reason: string };

/**
 * Requests one logo. The image service learns the airline's code and nothing about visitors.
 * @param template URL with `{code}` as the placeholder for the code
 * @param shutdown aborts the request when the process shuts down
 */
export async function fetchLogo(template: string, code: string, shutdown: AbortSignal): Promise<LogoResult> {
  try {
    const response = await fetch(template.replace(/\{code\}/g, code), {
      headers: { Accept: 'image/png, image/webp, image/jpeg, image/gif' },
      // A redirect could lead to a host that the company has not chosen.
      redirect: 'manual',
      signal: AbortSignal.any([shutdown, AbortSignal.timeout(fetchTimeout)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return { outcome: isServiceFailure(response.status) ? 'unavailable' : 'none', reason: `${response.status}` };
    }
    const bytes = await readBounded(response);
    if (!bytes) return { outcome: 'none', reason: 'too large' };
    return rasterType(bytes) ? { outcome: 'logo', bytes } : { outcome: 'none', reason: 'not a raster image' };
  } catch (error) {
    return { outcome: 'unavailable', reason: reasonOf(error) };
  }
}

/**
 * Whether the status means that the service failed or is overloaded, rather than that it lacks this logo (RFC 9110,
 * section 15).
 */
function isServiceFailure(status: number): boolean {
  return status >= 500 || status === 408 || status === 429;
}

/** Reads the body. Stops and returns undefined if it exceeds {@link maxLogoBytes}. */
async function readBounded(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    length += read.value.length;
    if (length > maxLogoBytes) {
      await reader?.cancel();
      return undefined;
    }
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

/** Returns the system error code, such as `ECONNREFUSED`, else the error's message. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
  return cause?.code ?? message;
}
