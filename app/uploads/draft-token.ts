/** A secret for a draft, as the server makes them: 128 random bits, 22 characters that are safe in a URL. */
export function newDraftToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Whether this is a token of a draft in its form: what a browser has kept may have been changed since. */
export function isDraftToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{22}$/.test(value);
}
