import { expect } from 'vitest';
import { validRequest } from './evacuation-request.ts';
import { rawRequest } from './raw-request.ts';
import type { Site } from './site.ts';

/** Whatever an attack sends contains this word, and no honest request does. */
export const attack = 'evil';

/** How much of each site's log has been looked at. */
const read = new WeakMap<Site, number>();

/**
 * Expects that an attack has left nothing behind: the process runs, an honest enquiry is stored, and the log holds
 * neither a fault nor what the attacker wrote.
 * @param host under which the site is asked, where it has a public address
 */
export async function expectToLiveOn(site: Site, host?: string): Promise<void> {
  const honest = await rawRequest(`${site.url}/en/services/evacuation`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(host && { Host: host }) },
    body: new URLSearchParams(validRequest()).toString(),
  });
  expect(honest.status, 'an honest enquiry is served').toBe(303);
  expect(site.process.exitCode).toBeNull();
  const news = site.log.slice(read.get(site) ?? 0);
  read.set(site, site.log.length);
  expect(
    news.filter((line) => line.includes('"level":50') || line.includes('"level":60')),
    'no faults in the log',
  ).toEqual([]);
  expect(
    news.filter((line) => !line.startsWith('{')),
    'nothing but lines of the log',
  ).toEqual([]);
  expect(
    news.filter((line) => line.toLowerCase().includes(attack)),
    'nothing of the attacker in the log',
  ).toEqual([]);
}
