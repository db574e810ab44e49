/** A consent choice (spec, section 3). What the site needs to work requires no consent. */
export interface Consent {
  essential: true;
  analytics: boolean;
  marketing: boolean;
}

/** Name of the cookie and of the local storage key (spec, section 9). */
export const consentKey = 'cookieConsent';
/** Lifetime of a choice (s) (spec, section 9). */
export const consentLifetime = 180 * 24 * 60 * 60;

export const everything: Consent = { essential: true, analytics: true, marketing: true };
export const onlyEssential: Consent = { essential: true, analytics: false, marketing: false };

/**
 * Cookie value after a reset without scripts: local storage, which the server cannot clear, may still contain the
 * choice, and scripts must not restore it.
 */
const resetValue = 'forgotten';

/** Longer entries were not written by this site (characters). */
const maxEntryLength = 512;

/** Properties of an entry; `until` is used in local storage, which has no expiry of its own. */
const known = ['essential', 'analytics', 'marketing', 'until'];

/**
 * Parses an entry, JSON from the cookie or local storage. Anything but a valid, unexpired choice is undefined (spec,
 * section 4).
 * @returns the choice; `until` (ms since 1970) if the entry has it
 */
export function readConsent(
  text: string | null | undefined,
  now = Date.now(),
): (Consent & { until?: number }) | undefined {
  if (!text || text.length > maxEntryLength) return undefined;
  let entry: unknown;
  try {
    entry = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return undefined;
  if (Object.keys(entry).some((name) => !known.includes(name))) return undefined;
  // Own properties only: a third-party script may have changed Object.prototype.
  const { essential, analytics, marketing, until } = { __proto__: null, ...entry } as Record<string, unknown>;
  if (essential !== true || typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  if (until === undefined) return { essential, analytics, marketing };
  return typeof until === 'number' && until > now ? { essential, analytics, marketing, until } : undefined;
}

/**
 * The decoded entry of a `Cookie` header or `document.cookie`: empty if malformed or duplicated, undefined if missing.
 */
export function consentEntry(cookies: string): string | undefined {
  const [entry, ...more] = cookies.split(/;\s*/).filter((pair) => pair.startsWith(`${consentKey}=`));
  if (entry === undefined) return undefined;
  if (more.length > 0 || entry.length > maxEntryLength + consentKey.length + 1) return '';
  try {
    return decodeURIComponent(entry.slice(consentKey.length + 1));
  } catch {
    return '';
  }
}

/** The choice in a `Cookie` header or `document.cookie`; undefined if missing or invalid. */
export function consentIn(cookies: string | null): Consent | undefined {
  return readConsent(consentEntry(cookies ?? ''));
}

/**
 * The cookie for a choice, as `Set-Cookie` and `document.cookie` take it. Not HttpOnly: scripts show the banner and
 * load what was agreed to.
 * @param lasts lifetime (s)
 */
export function consentCookie({ analytics, marketing }: Consent, isSecure: boolean, lasts = consentLifetime): string {
  return cookieOf(encodeURIComponent(JSON.stringify({ essential: true, analytics, marketing })), isSecure, lasts);
}

/** The cookie after a reset by the server, see {@link resetValue}. */
export function resetConsentCookie(isSecure: boolean): string {
  return cookieOf(resetValue, isSecure, consentLifetime);
}

/** Deletes the cookie. */
export function deletedConsentCookie(isSecure: boolean): string {
  return cookieOf('', isSecure, 0);
}

function cookieOf(value: string, isSecure: boolean, lasts: number): string {
  return `${consentKey}=${value}; Path=/; Max-Age=${lasts}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
