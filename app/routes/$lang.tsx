import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { languageCodes } from '#app/i18n/languages.ts';
import { oneOf } from './not-found.server.ts';

/** The one place that checks the language of an address. Everything below it may rely on it. */
export function loader({ params }: LoaderFunctionArgs) {
  oneOf(languageCodes, params.lang);
  return null;
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export default function LanguageLayout() {
  return <Outlet />;
}
