import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { languageCodes } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';

/** Validates the language in the URL; child routes rely on this check. */
export function loader({ params }: LoaderFunctionArgs) {
  requireOneOf(languageCodes, params.lang);
  return null;
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export default function LanguageLayout() {
  return <Outlet />;
}
