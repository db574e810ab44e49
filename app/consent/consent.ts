/** What a visitor has agreed to (spec, section 3). What the site needs to work needs no agreement. */
export interface Consent {
  essential: true;
  analytics: boolean;
  marketing: boolean;
}

/** Name of the cookie and of the local storage key (spec, section 9). */
export const consentKey = 'cookieConsent';
/** How long a choice holds (spec, section 9), in seconds. */
export const consentLasts = 180 * 24 * 60 * 60;

export const everything: Consent = { essential: true, analytics: true, marketing: true };
export const onlyEssential: Consent = { essential: true, analytics: false, marketing: false };

/**
 * Stands in the cookie when a page without scripts has forgotten a choice: local storage, which a server cannot reach,
 * may still hold it, and the next script must not bring it back.
 */
const forgotten = 'forgotten';

/** What is longer was not written here (characters). */
const longestEntry = 512;

/** Names of what an entry holds; `until` stands in local storage, which has no expiry of its own. */
const known = ['essential', 'analytics', 'marketing', 'until'];

/**
 * Reads an entry, JSON as the cookie and local storage hold it. Whatever is not exactly a choice, or has run out, is
 * none: undefined (spec, section 4). `until`, milliseconds since 1970, is there where the entry says how long it holds.
 */
export function readConsent(
  text: string | null | undefined,
  now = Date.now(),
): (Consent & { until?: number }) | undefined {
  if (!text || text.length > longestEntry) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  if (Object.keys(entry).some((name) => !known.includes(name))) return undefined;
  // Own properties alone count: a foreign script may have changed what every object has.
  const { essential, analytics, marketing, until } = { __proto__: null, ...entry } as Record<string, unknown>;
  if (essential !== true || typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  if (until === undefined) return { essential, analytics, marketing };
  return typeof until === 'number' && until > now ? { essential, analytics, marketing, until } : undefined;
}

/**
 * The entry in a `Cookie` header or `document.cookie`, decoded: empty where it cannot be read or stands there twice,
 * undefined where there is none.
 */
export function consentEntry(cookies: string): string | undefined {
  const [entry, ...more] = cookies.split(/;\s*/).filter((pair) => pair.startsWith(`${consentKey}=`));
  if (entry === undefined) return undefined;
  if (more.length > 0 || entry.length > longestEntry + consentKey.length + 1) return '';
  try {
    return decodeURIComponent(entry.slice(consentKey.length + 1));
  } catch {
    return '';
  }
}

/** The choice in a `Cookie` header or `document.cookie`; undefined where there is none that can be read. */
export function consentIn(cookies: string | null): Consent | undefined {
  return readConsent(consentEntry(cookies ?? ''));
}

/**
 * The cookie that keeps a choice, as `Set-Cookie` and `document.cookie` take it: readable by scripts, which show the
 * banner and load what was agreed to.
 * @param lasts seconds
 */
export function consentCookie({ analytics, marketing }: Consent, isSecure: boolean, lasts = consentLasts): string {
  return cookieOf(encodeURIComponent(JSON.stringify({ essential: true, analytics, marketing })), isSecure, lasts);
}

/** The cookie that says that there is no choice any more. */
export function forgottenCookie(isSecure: boolean): string {
  return cookieOf(forgotten, isSecure, consentLasts);
}

/** Takes the cookie away. */
export function noConsentCookie(isSecure: boolean): string {
  return cookieOf('', isSecure, 0);
}

function cookieOf(value: string, isSecure: boolean, lasts: number): string {
  return `${consentKey}=${value}; Path=/; Max-Age=${lasts}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
