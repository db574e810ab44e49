/** For a loader whose page is not there: `throw notFound()`. It may be there tomorrow, or name a receipt that never was. */
export function notFound(): Response {
  return new Response(null, { status: 404, headers: { 'Cache-Control': 'no-store' } });
}

/**
 * A part of an address that has to be one of those there are.
 * @throws {Response} 404 for any other
 */
export function oneOf<Name extends string>(names: readonly Name[], found: string | undefined): Name {
  const name = names.find((known) => known === found);
  if (!name) throw notFound();
  return name;
}
