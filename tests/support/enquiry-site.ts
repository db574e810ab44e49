import { startSite, type Site, type SiteOptions } from './site.ts';
import { startStandInApi, type ReceivedCall, type StandInApi } from './stand-in-api.ts';

/** A site whose desk is the stand-in API. */
export interface EnquirySite {
  site: Site;
  api: StandInApi;
  /** What the API accepted of the sender with this name. */
  acceptedOf(name: string): ReceivedCall[];
  close(): Promise<void>;
}

export async function startEnquirySite(options: SiteOptions = {}): Promise<EnquirySite> {
  const api = await startStandInApi();
  const site = await startSite({ ...options, env: { DESK: 'api', API_URL: api.url, ...options.env } });
  return {
    site,
    api,
    acceptedOf: (name) =>
      api.received.filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name)),
    async close() {
      await site.close();
      await api.close();
    },
  };
}

/** The fields of a call by their names; of a repeated one the last. */
export function fieldsOf(call: ReceivedCall | undefined): Record<string, string> {
  return Object.fromEntries((call?.parts ?? []).map(({ name, value }) => [name, value]));
}
