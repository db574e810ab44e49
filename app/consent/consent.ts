/** A consent choice (spec, section 3). Essential functions require no consent, so they cannot be denied. */
export interface Consent {
  essential: true;
  analytics: boolean;
  marketing: boolean;
}

/** Name of the cookie and of the local storage key (spec, section 9). */
export const consentKey = 'cookieConsent';
/** Lifetime of a choice in seconds (spec, section 9). */
export const consentLifetime = 180 * 24 * 60 * 60;

export const fullConsent: Consent = { essential: true, analytics: true, marketing: true };
export const essentialConsent: Consent = { essential: true, analytics: false, marketing: false };

/**
 * Cookie value after a reset without JavaScript. The server cannot clear local storage, which may still contain the
 * choice; this value tells scripts not to restore it.
 */
const resetValue = 'forgotten';

/** Maximum length of an entry in characters. Those that this site writes are shorter. */
const maxEntryLength = 512;

/** Properties of an entry. Only local storage entries have `until`, because local storage has no expiry of its own. */
const knownProperties = ['essential', 'analytics', 'marketing', 'until'];

/**
 * Parses the JSON entry of the cookie or local storage (spec, section 4).
 * @returns the choice, with `until` (ms since 1970) if the entry has it; undefined unless it is valid and unexpired
 */
export function parseConsentEntry(
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
  if (Object.keys(entry).some((name) => !knownProperties.includes(name))) return undefined;
  // Own properties only: a third-party script may have changed Object.prototype.
  const { essential, analytics, marketing, until } = { __proto__: null, ...entry } as Record<string, unknown>;
  if (essential !== true || typeof analytics !== 'boolean' || typeof marketing !== 'boolean') return undefined;
  if (until === undefined) return { essential, analytics, marketing };
  return typeof until === 'number' && until > now ? { essential, analytics, marketing, until } : undefined;
}

/**
 * Returns the decoded entry of a `Cookie` header or `document.cookie`: empty if malformed or duplicated, undefined if
 * missing.
 */
export function findConsentEntry(cookies: string): string | undefined {
  const [entry, ...more] = cookies.split(/;\s*/).filter((pair) => pair.startsWith(`${consentKey}=`));
  if (entry === undefined) return undefined;
  if (more.length > 0 || entry.length > maxEntryLength + consentKey.length + 1) return '';
  try {
    return decodeURIComponent(entry.slice(consentKey.length + 1));
  } catch {
    return '';
  }
}

/** Reads the choice from a `Cookie` header or `document.cookie`; undefined if missing or invalid. */
export function readConsentCookie(cookies: string | null): Consent | undefined {
  return parseConsentEntry(findConsentEntry(cookies ?? ''));
}

/**
 * Returns the cookie that stores a choice, for `Set-Cookie` or `document.cookie`. It is not HttpOnly, because scripts
 * read it to decide whether to show the banner and load analytics.
 * @param maxAge lifetime in seconds
 */
export function consentCookie({ analytics, marketing }: Consent, isSecure: boolean, maxAge = consentLifetime): string {
  return serializeCookie(
    encodeURIComponent(JSON.stringify({ essential: true, analytics, marketing })),
    isSecure,
    maxAge,
  );
}

/** Returns the cookie that the server sets on a reset, see {@link resetValue}. */
export function resetConsentCookie(isSecure: boolean): string {
  return serializeCookie(resetValue, isSecure, consentLifetime);
}

/** Returns the cookie that deletes the stored choice. */
export function expiredConsentCookie(isSecure: boolean): string {
  return serializeCookie('', isSecure, 0);
}

function serializeCookie(value: string, isSecure: boolean, maxAge: number): string {
  return `${consentKey}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
