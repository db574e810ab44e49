import { request as httpRequest, type IncomingMessage } from 'node:http';

/** What `fetch` would refuse to send. */
export interface RawRequest {
  method?: string;
  /** Any, `Host` too. */
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** Sends a request as it stands, and gives the answer as it came over the line, redirects and encodings left alone. */
export async function rawRequest(address: string, { method = 'GET', headers = {}, body }: RawRequest = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    httpRequest(address, { method, headers }, resolve).on('error', reject).end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

/** The answer of a site to a GET under a name of its own. */
export async function fetchAs(host: string, address: string): Promise<Response> {
  return asResponse(await rawRequest(address, { headers: { Host: host } }));
}

/** The same answer as `fetch` would give it. */
export function asResponse({ status, headers, body }: Awaited<ReturnType<typeof rawRequest>>): Response {
  const known = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((single): [string, string] => [name, single]),
  );
  return new Response(status === 204 ? null : new Uint8Array(body), { status, headers: known });
}
