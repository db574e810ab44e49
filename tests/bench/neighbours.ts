import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyInput } from '../support/every-input.ts';
import { formPost } from '../support/form-inputs.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { hostileUnits, textOf } from '../support/hostile-texts.ts';
import type { RawRequest } from '../support/raw-request.ts';
import { startWatchedSite } from '../support/watched-site.ts';

/** Number of concurrent connections from the attacker's address. */
const connections = 16;
/** Durations of an attack with all requests, and with a single kind of request (ms). */
const mixedDuration = 30_000;
const singleDuration = 4_000;
/** Maximum waiting time of another visitor at the 99th percentile (ms). */
const maxWait = 300;
const maxPages = 100;
const pages = ['/en', '/ar/services/evacuation', '/en/help-center?q=visa', '/ar/contact?x=1'];

type Attack = { path: string } & RawRequest;

/**
 * Measures how long another visitor waits for a page while sixteen connections from one address continuously send the
 * most expensive requests: with the default limits, and with limits that are too high to reject a request.
 */
export async function benchNeighbours(): Promise<boolean> {
  let hasPassed = true;
  for (const factor of ['1', '1000']) {
    const watched = await startWatchedSite({ RATE_LIMIT_FACTOR: factor });
    try {
      const attacks = await expensiveRequests(watched.site);
      for (const mix of [...attacks.map((attack) => [attack]), attacks]) {
        const isMixed = mix.length > 1;
        const waits = await waitsDuring(mix, watched.site.url, isMixed ? mixedDuration : singleDuration);
        const at99 = waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity;
        const name = isMixed ? 'all requests' : `${mix[0]?.method ?? 'GET'} ${mix[0]?.path.slice(0, 60)}`;
        console.log(`limits × ${factor}, ${name}: ${at99.toFixed(0)} ms at the 99th percentile, ${waits.length} pages`);
        if (isMixed) hasPassed &&= at99 <= maxWait;
      }
    } finally {
      await watched.close();
    }
  }
  return hasPassed;
}

async function expensiveRequests(site: Parameters<typeof everyInput>[0]): Promise<Attack[]> {
  const inputs = await everyInput(site);
  const unitNamed = (name: string) => hostileUnits.find(([candidate]) => candidate === name)?.[1] ?? 'x';
  const request = (prefix: string, unit: string, bytes: number) =>
    inputs.find(({ name }) => name.startsWith(prefix))?.request(textOf(unitNamed(unit), bytes));
  const requests = await Promise.all([
    request('post /en/medical-flight/KIND: origin', 'markup', 64_000),
    request('post /en/services/booking: hotel', 'quotation marks', 1_000_000),
    request('the names of a hundred files', 'percent escapes', 1_000_000),
    request('origin of the flight search', 'one-letter words', 190),
    request('a path under /en/', 'one long word', 3_900),
    request('the help centre’s search query', 'one-letter words', 3_900),
    formPost('/en/services/evacuation', formData(validRequest())),
  ]);
  const bodies = hostileBodies
    .filter(([name]) => ['empty parts', 'fields of one letter'].includes(name))
    .map(([, body]) => body(9_900_000))
    .map(({ headers, bytes }) => ({ path: '/en/services/evacuation', method: 'POST', headers, body: bytes }));
  return [...requests.filter((attack) => attack !== undefined), ...bodies];
}

/** Attacks the site for a duration (ms). @returns the waiting times of a visitor with another address (ms) */
async function waitsDuring(attacks: Attack[], url: string, duration: number): Promise<number[]> {
  const attacker = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + duration;
  const attacking = Array.from({ length: connections }, async (_, connection) => {
    for (let turn = connection; performance.now() < end; turn += 1) {
      const attack = attacks[turn % attacks.length];
      if (attack) await send(url, attack, { agent: attacker }).catch(() => undefined);
    }
  });
  await pause(500);
  const waits: number[] = [];
  const visitor = new Agent({ keepAlive: true });
  while (performance.now() < end - 200 && waits.length < maxPages) {
    const start = performance.now();
    await send(
      url,
      { path: pages[waits.length % pages.length] ?? '/en' },
      { agent: visitor, localAddress: '127.0.0.2' },
    );
    waits.push(performance.now() - start);
    await pause(duration / maxPages / 2);
  }
  await Promise.all(attacking);
  attacker.destroy();
  visitor.destroy();
  return waits;
}

function send(url: string, { path, method = 'GET', headers, body }: Attack, options: RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(url + path, { ...options, method, headers }, (response) => {
      response.resume();
      response.once('close', () => resolve());
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}
