import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyInput, posted } from '../support/every-input.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { hostileUnits, textOf } from '../support/hostile-texts.ts';
import type { RawRequest } from '../support/raw-request.ts';
import { startWatchedSite } from '../support/watched-site.ts';

/** Number of attacking connections of one address, and duration of the attack (ms). */
const connections = 16;
const duration = 30_000;
/** Limit of another visitor's waiting time at the 99th percentile (ms). */
const maxWait = 300;
const pageCount = 100;
const pages = ['/en', '/ar/services/evacuation', '/en/help-center?q=visa', '/ar/contact?x=1'];

type Attack = { path: string } & RawRequest;

/**
 * Measures how long another visitor waits for a page while sixteen connections of one address continuously send the most
 * expensive requests: with default limits, and with limits so high that nothing is refused.
 */
export async function benchNeighbours(): Promise<boolean> {
  let isGood = true;
  for (const factor of ['1', '1000']) {
    const watched = await startWatchedSite({ RATE_LIMIT_FACTOR: factor });
    try {
      const attacks = await expensiveRequests(watched.site);
      for (const attack of [...attacks.map((one) => [one]), attacks]) {
        const waits = await waitsDuring(attack, watched.site.url, attack.length > 1 ? duration : 4_000);
        const at99 = waits.sort((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1] ?? Infinity;
        const name =
          attack.length > 1 ? 'all of them' : `${attack[0]?.method ?? 'GET'} ${attack[0]?.path.slice(0, 60)}`;
        console.log(`limits × ${factor}, ${name}: ${at99.toFixed(0)} ms at the 99th percentile, ${waits.length} pages`);
        if (attack.length > 1) isGood &&= at99 <= maxWait;
      }
    } finally {
      await watched.close();
    }
  }
  return isGood;
}

async function expensiveRequests(site: Parameters<typeof everyInput>[0]): Promise<Attack[]> {
  const inputs = await everyInput(site);
  const unitOf = (name: string) => hostileUnits.find(([one]) => one === name)?.[1] ?? 'x';
  const input = (prefix: string, unit: string, bytes: number) =>
    inputs.find(({ name }) => name.startsWith(prefix))?.request(textOf(unitOf(unit), bytes));
  const found = await Promise.all([
    input('post /en/medical-flight/KIND: origin', 'markup', 64_000),
    input('post /en/services/booking: hotel', 'quotation marks', 1_000_000),
    input('the names of a hundred files', 'percent escapes', 1_000_000),
    input('origin of the flight search', 'one-letter words', 190),
    input('a path under /en/', 'one long word', 3_900),
    input('question of the help centre', 'one-letter words', 3_900),
    posted('/en/services/evacuation', formData(validRequest())),
  ]);
  const bodies = hostileBodies
    .filter(([name]) => ['empty parts', 'fields of one letter'].includes(name))
    .map(([, body]) => body(9_900_000))
    .map(({ headers, bytes }) => ({ path: '/en/services/evacuation', method: 'POST', headers, body: bytes }));
  return [...found.filter((one) => one !== undefined), ...bodies];
}

/** Waiting times of a visitor with another address (ms). */
async function waitsDuring(attacks: Attack[], url: string, length: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + length;
  const attackers = Array.from({ length: connections }, async (_, index) => {
    for (let turn = index; performance.now() < until; turn += 1) {
      const attack = attacks[turn % attacks.length];
      if (attack) await send(url, attack, { agent }).catch(() => undefined);
    }
  });
  await pause(500);
  const waits: number[] = [];
  const visitor = new Agent({ keepAlive: true });
  while (performance.now() < until - 200 && waits.length < pageCount) {
    const start = performance.now();
    await send(
      url,
      { path: pages[waits.length % pages.length] ?? '/en' },
      { agent: visitor, localAddress: '127.0.0.2' },
    );
    waits.push(performance.now() - start);
    await pause(length / pageCount / 2);
  }
  await Promise.all(attackers);
  agent.destroy();
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
