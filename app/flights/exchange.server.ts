import { SupplierError } from './supplier.server.ts';

/** What one exchange with a supplier may take. */
export interface ExchangeLimits {
  /** From the first byte sent to the last one read. */
  timeoutMs: number;
  /** Of the answer's body, unpacked. */
  maxBytes: number;
}

export interface HttpAnswer {
  status: number;
  /** Empty where the status is not a success: nobody reads it. */
  text: string;
}

/**
 * Asks over HTTP: a GET, or a POST of JSON where there is a body. Redirects are not followed: an API that moves is told
 * to us, not to a program.
 * @throws {SupplierError} `unreachable` where there is no whole answer in time, `unreadable` where it is too large or
 *   wrongly packed. The message says neither what was asked for nor where.
 */
export async function exchange(
  url: string,
  { timeoutMs, maxBytes }: ExchangeLimits,
  body?: unknown,
): Promise<HttpAnswer> {
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
    // A body that nobody reads to its end would hold the connection.
    stop.abort();
  }
}

/** `fetch` unpacks while it is read, so that no more of a bomb goes off than is counted. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) throw new SupplierError('unreadable', `the answer is larger than ${maxBytes} bytes`);
    chunks.push(part.value);
  }
  return new TextDecoder().decode(Buffer.concat(chunks, length));
}

function supplierError(error: unknown, timeoutMs: number): SupplierError {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return new SupplierError('unreachable', `no whole answer within ${timeoutMs} ms`);
  // `fetch` says only that it failed; the reason is the cause: ECONNREFUSED, or zlib's Z_DATA_ERROR.
  const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
  return new SupplierError(reason.startsWith('Z_') ? 'unreadable' : 'unreachable', `no whole answer: ${reason}`);
}
