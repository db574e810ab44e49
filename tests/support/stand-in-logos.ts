import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { png, svg } from './medical-files.ts';

/** What is answered at once, or after a while: a logo where nothing else is said. */
const answers = {
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

/** How the stand-in behaves until told otherwise: it sends a logo, or what an image service should not send. */
export type LogoBehaviour = keyof typeof answers | 'endless' | 'hangs' | 'breaks';

export interface StandInLogos {
  /** What CARRIER_LOGO_URL is to say. */
  template: string;
  /** Airlines' codes in the order in which they were asked for. */
  asked: string[];
  /** How many requests there were at once, at most. */
  mostAtOnce: number;
  /** From now on. */
  behave(behaviour: LogoBehaviour): void;
  close(): Promise<void>;
}

/** How long a slow logo takes (ms). */
const slowness = 200;

/** The logo of an airline as the stand-in sends it: no two are the same. */
export function logoOf(code: string): Buffer {
  return Buffer.concat([png, Buffer.from(code)]);
}

/** An image service as a real HTTP server. It calls whatever it sends a PNG. */
export async function startStandInLogos(): Promise<StandInLogos> {
  let behaviour: LogoBehaviour = 'logo';
  let atOnce = 0;
  const asked: string[] = [];

  async function answer(code: string, response: ServerResponse): Promise<void> {
    if (behaviour === 'hangs') return;
    if (behaviour === 'breaks') {
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
      const [status, body]: [number, (Uint8Array | string)?] = answers[behaviour];
      if (behaviour === 'slow') await pause(slowness);
      response.writeHead(status, { 'Content-Type': 'image/png', Location: `/elsewhere/${code}.png` });
      response.end(body ?? logoOf(code));
    }
  }

  const server = createServer((request, response) => {
    const code = /([^/]*)\.png$/.exec(request.url ?? '')?.[1] ?? '';
    asked.push(code);
    atOnce++;
    standIn.mostAtOnce = Math.max(standIn.mostAtOnce, atOnce);
    response.once('close', () => atOnce--);
    void answer(code, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const standIn: StandInLogos = {
    template: `http://127.0.0.1:${(server.address() as AddressInfo).port}/120/40/{code}.png`,
    asked,
    mostAtOnce: 0,
    behave: (next) => (behaviour = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return standIn;
}
