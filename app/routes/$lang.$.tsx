/** Every address that no other route knows: not found, in the language of the address. */
export function loader() {
  throw new Response(null, { status: 404 });
}

export default function NotFound() {
  return null;
}
