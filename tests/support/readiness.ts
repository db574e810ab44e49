import type { Readiness } from '../../app/server/health/readiness.server.ts';
import { rawRequest } from './raw-request.ts';
import type { Site } from './site.ts';
import { waitFor } from './wait-for.ts';

/** Requests the readiness report that only this machine gets. */
export async function readReadiness(site: Site): Promise<{ status: number } & Readiness> {
  const { status, body } = await rawRequest(`${site.url}/readyz`);
  return { status, ...(JSON.parse(body.toString()) as Readiness) };
}

/** Waits until a site has checked its database, as it does once after its start. */
export const waitForDatabaseCheck = (site: Site): Promise<true> =>
  waitFor(async () => (await readReadiness(site)).database !== 'checking');
