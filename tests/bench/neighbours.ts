import { Agent, request as httpRequest, type RequestOptions } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { hostileFiles } from '../support/content-readers.ts';
import { formData, validRequest } from '../support/evacuation-request.ts';
import { everyInput } from '../support/every-input.ts';
import { formPost } from '../support/form-inputs.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';
import { chosenUnits, textOf } from '../support/hostile-texts.ts';
import { processorTime } from '../support/processor-time.ts';
import { type RawRequest, rawRequest } from '../support/raw-request.ts';
import { routesWithAction } from '../support/routes-with-action.ts';
import { type Site, startSite } from '../support/site.ts';
import { percentile } from './figures.ts';

/** Number of concurrent connections from the attacker's address. */
const connections = 16;
/** Durations of an attack and of the measurement before it (ms). */
const attackDuration = 30_000;
const quietDuration = 10_000;
/** How long the visitor waits before opening another page (ms). */
const pauseBetweenPages = 100;
/** Maximum waiting time of another visitor at the 99th percentile (ms). */
const maxWait = 300;
const pages = ['/en', '/ar/services/evacuation', '/en/help-center?q=visa', '/ar/contact?x=1'];
/** Sizes of the texts, files and bodies that are sent (bytes). */
const textBytes = 64 * 1024;
const fileBytes = 2_000_000;
const bodyBytes = 16_000_000;
/** The number of kinds of bodies that each route gets in turn, besides the first. */
const bodiesPerRoute = 3;

type Attack = { path: string } & RawRequest;

/**
 * Measures how long another visitor waits for a page, before and while sixteen connections from one address send the most
 * expensive requests to every route with an action for 30 s: with the default limits, and with limits that are too high
 * to reject a request.
 */
export async function benchNeighbours(): Promise<boolean> {
  let site = await startSite({ env: { RATE_LIMIT_FACTOR: '1000' } });
  let hasPassed = true;
  try {
    const attacks = await expensiveRequests(site);
    for (const factor of ['1', '1000']) {
      await site.kill();
      site = await site.restart({ RATE_LIMIT_FACTOR: factor });
      const before = await waitsOf(site, quietDuration);
      const [during, sent] = await Promise.all([waitsOf(site, attackDuration), attackSite(site, attacks)]);
      const isAlive = hasNotEnded(site);
      console.log(`limits × ${factor}: ${sent} requests of ${attacks.length} kinds`);
      console.log(`  before: ${describeWaits(before)}`);
      console.log(`  during: ${describeWaits(during)}; the process is ${isAlive ? 'alive' : 'dead'}`);
      hasPassed &&= isAlive && percentile(during, 99) <= maxWait;
    }
  } finally {
    await site.close();
  }
  return hasPassed;
}

/**
 * Returns requests to every route with an action: the most expensive text among all of its inputs, bodies of many small
 * parts and a file, with and without a session; and each file to the form that accepts its type.
 */
async function expensiveRequests(site: Site): Promise<Attack[]> {
  const inputs = await everyInput(site);
  const [firstBody, ...otherBodies] = hostileBodies.map(([, body]) => body(bodyBytes));
  const attacks: Attack[] = [];
  for (const [index, { id, pattern }] of routesWithAction().entries()) {
    let worst: { cost: number; attack?: Attack } = { cost: 0 };
    let path: string | undefined;
    let cookie: string | undefined;
    for (const input of inputs.filter(({ name }) => name.startsWith('post '))) {
      const plain = await input.request('evil');
      if (!pattern.test(plain.path)) continue;
      ({ path } = plain);
      cookie ??= plain.headers?.Cookie;
      for (const [, unit] of chosenUnits) {
        const attack = await input.request(textOf(unit, Math.min(textBytes, input.maxBytes)));
        const start = await processorTime(site.process.pid);
        await rawRequest(site.url + attack.path, attack);
        const cost = (await processorTime(site.process.pid)) - start;
        if (cost > worst.cost) worst = { cost, attack };
      }
    }
    // Programs send their requests to these routes, so that there is no form.
    path ??= `/${id.replace('routes/', '').replace(/\./g, '/').replace('$reference', 'AAAAAAAA')}`;
    console.log(`${worst.cost.toFixed(1).padStart(8)} ms  ${path}: the most expensive text`);
    if (worst.attack) attacks.push(worst.attack);
    const senders: Record<string, string>[] = [{}, ...(cookie === undefined ? [] : [{ Cookie: cookie }])];
    for (const headers of senders) {
      const turns = Array.from({ length: bodiesPerRoute }, (_, turn) => index + turn * bodiesPerRoute);
      for (const body of [firstBody, ...turns.map((turn) => otherBodies[turn % otherBodies.length])]) {
        if (body) attacks.push({ path, method: 'POST', body: body.bytes, headers: { ...body.headers, ...headers } });
      }
      const file = hostileFiles[index % hostileFiles.length];
      if (file) attacks.push(await fileAttack(path, file.bytes(fileBytes), headers));
    }
  }
  for (const { form, bytes } of hostileFiles) {
    attacks.push(await fileAttack(form === 'contact' ? '/en/contact' : '/en/services/evacuation', bytes(fileBytes)));
  }
  return attacks;
}

function fileAttack(path: string, bytes: Buffer, headers: Record<string, string> = {}): Promise<Attack> {
  return formPost(path, formData(validRequest({ message: 'evil' }), [{ name: 'evil', bytes }]), headers);
}

/** Sends all requests in turn over all connections for the duration of an attack. @returns how many were sent */
async function attackSite(site: Site, attacks: readonly Attack[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const end = performance.now() + attackDuration;
  let sent = 0;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < end && hasNotEnded(site)) {
        const attack = attacks[sent % attacks.length];
        sent += 1;
        if (attack) await send(site.url, attack, { agent }).catch(() => undefined);
      }
    }),
  );
  agent.destroy();
  return sent;
}

/** @returns the waiting times of a visitor with another address during a duration (ms) */
async function waitsOf(site: Site, duration: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const end = performance.now() + duration;
  const waits: number[] = [];
  while (performance.now() < end && hasNotEnded(site)) {
    const start = performance.now();
    const path = pages[waits.length % pages.length] ?? '/en';
    await send(site.url, { path }, { agent, localAddress: '127.0.0.2' }).then(
      () => waits.push(performance.now() - start),
      () => waits.push(Infinity),
    );
    await pause(pauseBetweenPages);
  }
  agent.destroy();
  return waits;
}

const hasNotEnded = ({ process }: Site) => process.exitCode === null && process.signalCode === null;

function describeWaits(waits: readonly number[]): string {
  const [median, most] = [percentile(waits, 50), percentile(waits, 99)].map((wait) => wait.toFixed(0));
  return `median ${median} ms, 99th percentile ${most} ms, ${waits.length} pages`;
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
