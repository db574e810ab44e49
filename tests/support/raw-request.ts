import { type IncomingMessage, request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';

/** A request that `fetch` might refuse to send. */
export interface RawRequest {
  method?: string;
  /** Any headers, including `Host`. */
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  /** Writes the body in chunks with backpressure, as a browser does with a file. */
  inChunks?: boolean;
}

/** Sends a request unchanged, without following redirects or decoding the body. */
export async function rawRequest(
  address: string,
  { method = 'GET', headers = {}, body, inChunks = false }: RawRequest = {},
) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(address, { method, headers }, resolve).on('error', reject);
    if (inChunks) Readable.from(chunksOf(Buffer.from(body ?? ''))).pipe(request);
    else request.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

function* chunksOf(body: Buffer, size = 64 * 1024): Generator<Buffer> {
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size);
}

/** Sends a GET request with this Host header. */
export async function fetchAs(host: string, address: string): Promise<Response> {
  return asResponse(await rawRequest(address, { headers: { Host: host } }));
}

/** Converts a raw response to a `Response`. */
export function asResponse({ status, headers, body }: Awaited<ReturnType<typeof rawRequest>>): Response {
  const headerList = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((single): [string, string] => [name, single]),
  );
  return new Response(status === 204 ? null : new Uint8Array(body), { status, headers: headerList });
}
