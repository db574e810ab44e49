import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service on this machine that answers every request with the same content. */
export interface Service {
  url: string;
  setAnswer(content: Buffer): void;
  close(): Promise<void>;
}

/** First bytes of compressed content (RFC 1952, section 2.3.1). */
const gzipSignature = Buffer.from([0x1f, 0x8b]);

export async function startService(): Promise<Service> {
  let answer: Buffer = Buffer.alloc(0);
  const server = createServer((request, response) => {
    const isCompressed = answer.subarray(0, 2).equals(gzipSignature);
    request
      .resume()
      .on('end', () => response.writeHead(200, isCompressed ? { 'Content-Encoding': 'gzip' } : {}).end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setAnswer: (content) => (answer = content),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
