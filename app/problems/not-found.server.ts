/** The 404 response, to be thrown by a loader. Never cached: the page may exist later, or the URL may be secret. */
export function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}

/**
 * Returns a URL parameter that must be one of the known names.
 * @throws {Response} 404 for any other value
 */
export function oneOf<Name extends string>(names: readonly Name[], found: string | undefined): Name {
  const name = names.find((known) => known === found);
  if (!name) throw notFound();
  return name;
}
