/** Generates a draft token in the server's format: 128 random bits as 22 URL-safe characters. */
export function newDraftToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .slice(0, 22);
}

/**
 * Whether a value is a well-formed draft token. Needed because values from browser storage may have been tampered with.
 */
export function isDraftToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value);
}
