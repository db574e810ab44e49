import { type Site, type SiteOptions, startSite } from './site.ts';
import { type ReceivedCall, type StandInApi, startStandInApi } from './stand-in-api.ts';

/** A site whose desk is the stand-in API. */
export interface EnquirySite {
  site: Site;
  api: StandInApi;
  /** Lists the calls from the sender with this name that the API accepted. */
  acceptedFor(name: string): ReceivedCall[];
  close(): Promise<void>;
}

export async function startEnquirySite(options: SiteOptions = {}): Promise<EnquirySite> {
  const api = await startStandInApi();
  const site = await startSite({ ...options, env: { DESK: 'api', API_URL: api.url, ...options.env } });
  const enquirySite: EnquirySite = {
    site,
    api,
    acceptedFor: (name) =>
      api.received.filter(({ accepted, parts }) => accepted && parts.some(({ value }) => value === name)),
    async close() {
      // A test may have replaced `site` by restarting it.
      await enquirySite.site.close();
      await api.close();
    },
  };
  return enquirySite;
}

/** Returns the fields of a call by name; for a repeated field, the last value. */
export function fieldsOf(call: ReceivedCall | undefined): Record<string, string> {
  return Object.fromEntries((call?.parts ?? []).map(({ name, value }) => [name, value]));
}
