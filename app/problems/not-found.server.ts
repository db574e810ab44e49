/** Returns a 404 response for a loader to throw. It is never cached: the page may exist later, or the URL is secret. */
export function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}

/**
 * Returns a URL parameter that must be one of the known names.
 * @throws {Response} 404 for any other value
 */
export function requireOneOf<Name extends string>(names: readonly Name[], value: string | undefined): Name {
  const name = names.find((known) => known === value);
  if (!name) throw notFound();
  return name;
}
