import { notFound } from './not-found.server.ts';

/** Every address that no other route knows: not found, in the language of the address. */
export function loader() {
  throw notFound();
}

export default function NotFound() {
  return null;
}
