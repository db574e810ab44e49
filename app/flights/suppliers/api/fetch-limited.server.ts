import { SupplierError } from '../supplier.server.ts';

/** Limits of one HTTP exchange with a supplier. */
export interface FetchLimits {
  /** From sending the request to the last byte of the response. */
  timeoutMs: number;
  /** Of the decompressed response body. */
  maxBytes: number;
}

/** A supplier's HTTP response. */
export interface HttpResponse {
  status: number;
  /** The body; empty if the status is not a success. */
  text: string;
}

/**
 * Sends a GET, or a POST of JSON if there is a body. Redirects are not followed: a new API address has to be
 * configured.
 * @throws {SupplierError} `unreachable` without a complete response in time, `unreadable` if it is too large or its
 *   compression is broken. The message contains neither the URL nor the request.
 */
export async function fetchLimited(
  url: string,
  { timeoutMs, maxBytes }: FetchLimits,
  body?: unknown,
): Promise<HttpResponse> {
  const stop = new AbortController();
  try {
    const response = await fetch(url, {
      headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: response.status, text: response.ok ? await readText(response, maxBytes) : '' };
  } catch (error) {
    throw error instanceof SupplierError ? error : supplierError(error, timeoutMs);
  } finally {
    // An unread body would keep the connection occupied.
    stop.abort();
  }
}

/** Reads at most `maxBytes`. `fetch` decompresses as it is read, so a decompression bomb is stopped at the limit. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) throw new SupplierError('unreadable', `the response is larger than ${maxBytes} bytes`);
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, length));
}

function supplierError(error: unknown, timeoutMs: number): SupplierError {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return new SupplierError('unreachable', `no complete response within ${timeoutMs} ms`);
  // `fetch` itself only says "failed"; the cause has the code: ECONNREFUSED, or zlib's Z_DATA_ERROR.
  const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
  return new SupplierError(reason.startsWith('Z_') ? 'unreadable' : 'unreachable', `no complete response: ${reason}`);
}
