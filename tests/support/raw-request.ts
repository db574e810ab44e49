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

/** The same answer as `fetch` would give it. */
export async function fetchAs(host: string, address: string): Promise<Response> {
  const { status, headers, body } = await rawRequest(address, { headers: { Host: host } });
  const known = Object.entries(headers).filter((header): header is [string, string] => typeof header[1] === 'string');
  return new Response(new Uint8Array(body), { status, headers: known });
}
