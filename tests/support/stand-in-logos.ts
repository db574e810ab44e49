import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { png, svg } from './medical-files.ts';

/** Status and body of the response by behaviour; the body is a logo by default. */
const responses = {
  logo: [200],
  slow: [200],
  missing: [404],
  busy: [503, 'later'],
  redirect: [302],
  svg: [200, svg],
  html: [200, '<!DOCTYPE html><script>alert(1)</script>'],
  empty: [200, ''],
  large: [200, Buffer.concat([png, Buffer.alloc(100_001 - png.length)])],
} satisfies Record<string, [status: number, body?: Uint8Array | string]>;

/** How the stand-in responds: with a logo, or with an invalid response. */
export type LogoBehaviour = keyof typeof responses | 'endless' | 'hangs' | 'connection-reset';

export interface StandInLogos {
  /** For CARRIER_LOGO_URL. */
  template: string;
  /** The requested airline codes, in order. */
  requestedCodes: string[];
  /** Maximum number of concurrent requests. */
  maxConcurrent: number;
  /** Returns the number of requests that have not ended. */
  activeRequests(): number;
  /** Sets the behaviour. */
  setBehaviour(behaviour: LogoBehaviour): void;
  close(): Promise<void>;
}

/** Delay of a slow response (ms). */
const slowDelay = 200;

/** Returns the logo that the stand-in sends for an airline; each is different. */
export function logoOf(code: string): Buffer {
  return Buffer.concat([png, Buffer.from(code)]);
}

/** Starts an image service as a real HTTP server. Every response claims to be a PNG. */
export async function startStandInLogos(): Promise<StandInLogos> {
  let behaviour: LogoBehaviour = 'logo';
  let activeRequests = 0;
  const requestedCodes: string[] = [];

  async function respond(code: string, response: ServerResponse): Promise<void> {
    if (behaviour === 'hangs') return;
    if (behaviour === 'connection-reset') {
      response.writeHead(200, { 'Content-Length': 10_000 }).write(png);
      await pause(20);
      response.destroy();
    } else if (behaviour === 'endless') {
      response.write(png);
      while (!response.destroyed) {
        response.write(Buffer.alloc(10_000));
        await pause(1);
      }
    } else {
      const [status, body]: [number, (Uint8Array | string)?] = responses[behaviour];
      if (behaviour === 'slow') await pause(slowDelay);
      response.writeHead(status, { 'Content-Type': 'image/png', Location: `/elsewhere/${code}.png` });
      response.end(body ?? logoOf(code));
    }
  }

  const server = createServer((request, response) => {
    const code = /(?:^|\/)([^/]*)\.png$/.exec(request.url ?? '')?.[1] ?? '';
    requestedCodes.push(code);
    activeRequests++;
    standIn.maxConcurrent = Math.max(standIn.maxConcurrent, activeRequests);
    response.once('close', () => activeRequests--);
    void respond(code, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: StandInLogos = {
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/120/40/{code}.png`,
    requestedCodes,
    maxConcurrent: 0,
    activeRequests: () => activeRequests,
    setBehaviour: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
