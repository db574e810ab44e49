import { notFound } from '#app/problems/not-found.server.ts';

/** Catch-all route: 404 in the language of the URL. */
export function loader() {
  throw notFound();
}

export default function NotFound() {
  return null;
}
