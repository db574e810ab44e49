import { SupplierError } from '../supplier.server.ts';

/** Limits of one HTTP exchange with a supplier. */
export interface FetchLimits {
  /** Maximum time from sending the request to the last byte of the response (ms). */
  timeoutMs: number;
  /** Maximum size of the decompressed response body. */
  maxBytes: number;
}

/** A supplier's HTTP response. */
export interface HttpResponse {
  status: number;
  /** The body, in parts as it arrived; none if the status is not a success. */
  parts: string[];
}

/**
 * Sends a GET request, or a POST request with JSON if there is a body. Redirects are not followed: a new API address
 * must be configured, and another host must not get the token.
 * @param headers headers besides those that describe the content, such as credentials
 * @throws {SupplierError} with `unreachable` if there is no complete response in time, with `too_large` if the response
 *   is larger than allowed, or with `unreadable` if its compression is broken. The message contains neither the URL nor
 *   the request.
 */
export async function fetchLimited(
  url: string,
  { timeoutMs, maxBytes }: FetchLimits,
  headers: Record<string, string>,
  body?: unknown,
): Promise<HttpResponse> {
  const controller = new AbortController();
  try {
    const response = await fetch(url, {
      headers: {
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.any([controller.signal, AbortSignal.timeout(timeoutMs)]),
    });
    return { status: response.status, parts: response.ok ? await readBody(response, maxBytes) : [] };
  } catch (error) {
    throw error instanceof SupplierError ? error : toSupplierError(error, timeoutMs);
  } finally {
    // An unread body would keep the connection occupied.
    controller.abort();
  }
}

/** Minimum length of the parts of a response's text (characters), except for the last one. */
const minPartLength = 65_536;

/**
 * Reads at most `maxBytes`. `fetch` decompresses while reading, so a decompression bomb is stopped at the limit. Each
 * part is decoded as it arrives, so memory never holds all bytes of a large response in addition to its text.
 */
async function readBody(response: Response, maxBytes: number): Promise<string[]> {
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let text = '';
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) throw new SupplierError('too_large', `The response is larger than ${maxBytes} bytes`);
    text += decoder.decode(part.value, { stream: true });
    if (text.length < minPartLength) continue;
    parts.push(text);
    text = '';
  }
  return [...parts, text + decoder.decode()];
}

function toSupplierError(error: unknown, timeoutMs: number): SupplierError {
  const { name, cause } = error as Error;
  if (name === 'TimeoutError') return new SupplierError('unreachable', `No complete response within ${timeoutMs} ms`);
  // The error of `fetch` only says "failed". Its cause has the code, such as ECONNREFUSED or zlib's Z_DATA_ERROR.
  const reason = (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
  return new SupplierError(reason.startsWith('Z_') ? 'unreadable' : 'unreachable', `No complete response: ${reason}`);
}
