import { languages, type StaffLanguage } from '../languages.ts';

declare global {
  // TypeScript does not declare them yet (ECMA-402, Intl Locale Info).
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Intl {
    interface Locale {
      getTimeZones: () => string[] | undefined;
    }
  }
}

/** Returns the common name of a time zone (IANA name), after its country or city: `Saudi Arabia Time`. */
export function timeZoneName(timeZone: string, language: StaffLanguage): string {
  // British English abbreviates many names, such as EET for Egypt.
  const locale = language === 'en' ? 'en' : languages[language].locale;
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** Returns the IANA name of a time zone in the runtime's spelling; undefined if the runtime does not know the zone. */
export function canonicalTimeZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Returns the time zone of a country (ISO 3166-1 alpha-2) if all its clocks show the same time at the given moment;
 * otherwise undefined.
 * @param at Unix time in ms
 */
export function timeZoneOfCountry(country: string, at: number): string | undefined {
  const zones = new Intl.Locale(`und-${country}`).getTimeZones() ?? [];
  const clocks = new Set(zones.map((timeZone) => new Date(at).toLocaleString('en', { timeZone })));
  return clocks.size === 1 ? zones[0] : undefined;
}
