import { expect } from 'vitest';
import { validRequest } from './evacuation-request.ts';
import { rawRequest } from './raw-request.ts';
import type { Site } from './site.ts';

/** Occurs in everything that an attack sends, and in no legitimate request. */
const attackMarker = 'evil';

/** The number of log lines already checked, by site. */
const checkedLines = new WeakMap<Site, number>();

/**
 * Expects that an attack did no harm: the process still runs, it accepts a valid enquiry, and the log contains neither
 * errors nor the attacker's input.
 * @param host the Host header, if the site has a public address
 */
export async function expectUnharmed(site: Site, host?: string): Promise<void> {
  const response = await rawRequest(`${site.url}/en/services/evacuation`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...(host && { Host: host }) },
    body: new URLSearchParams(validRequest()).toString(),
  });
  expect(response.status, 'a valid enquiry is accepted').toBe(303);
  expect(site.process.exitCode).toBeNull();
  const newLines = site.log.slice(checkedLines.get(site) ?? 0);
  checkedLines.set(site, site.log.length);
  expect(
    newLines.filter((line) => line.includes('"level":50') || line.includes('"level":60')),
    'no errors in the log',
  ).toEqual([]);
  expect(
    newLines.filter((line) => !line.startsWith('{')),
    'only JSON lines in the log',
  ).toEqual([]);
  expect(
    newLines.filter((line) => line.toLowerCase().includes(attackMarker)),
    "none of the attacker's input in the log",
  ).toEqual([]);
}
