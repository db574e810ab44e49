import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { languageCodes } from '#app/i18n/languages.ts';
import { oneOf } from '#app/problems/not-found.server.ts';

/** The only place that validates the language in the URL; child routes rely on it. */
export function loader({ params }: LoaderFunctionArgs) {
  oneOf(languageCodes, params.lang);
  return null;
}

/**
 * Loader data only changes with the page. Revalidating after a post could fail with the connection, and the form would
 * be lost.
 */
export const shouldRevalidate = () => false;

export default function LanguageLayout() {
  return <Outlet />;
}
