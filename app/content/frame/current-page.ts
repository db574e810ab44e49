import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import type { Namespace } from '#app/i18n/texts/resources.server.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import type { StructuredData } from '../site/structured-data.ts';

/** What a route declares about its page in `handle`: the namespaces it needs, and whether React is loaded. */
export interface PageHandle {
  i18n?: readonly Namespace[];
  needsReact?: boolean;
}

/** Whether a route's `handle`, which the router does not type, is that of a page with React. */
export function needsReact(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'needsReact' in handle && handle.needsReact === true;
}

/** What a loader returns about its page, as `page`. */
export interface Page {
  title: string;
  description?: string;
  /** Name in breadcrumbs; the home page and private pages have none. */
  name?: string;
  /** The parent page, by its path without a language; home is above all others. */
  parent?: { name: string; path: string };
  /** Not indexed, and excluded from analytics. */
  isPrivate?: boolean;
  /** Id of its form, whose input must be kept when another part of the page is posted. */
  form?: string;
  /** The URL has invalid parameters: the title starts with "Error", as after a failed post. */
  hasFailed?: boolean;
  structuredData?: StructuredData[];
}

/** The current page, as its loader describes it; undefined on an error page. */
export function usePage(): Page | undefined {
  const [match] = useMatches().slice(-1);
  return useRouteLoaderData<{ page?: Page }>(match?.id ?? 'root')?.page;
}

/** Breadcrumbs from home to the current page, inclusive; empty if the page has no name. */
export function useTrail(): { name: string; href: string }[] {
  const { t } = useTranslation();
  const language = useLanguage();
  const { pathname } = useLocation();
  const page = usePage();
  if (!page?.name) return [];
  const parent = page.parent && { name: page.parent.name, href: pathIn(language, page.parent.path) };
  return [
    { name: t('nav.home'), href: pathIn(language, '/') },
    ...(parent ? [parent] : []),
    { name: page.name, href: pathname },
  ];
}

/** The site's public origin; undefined if the root loader did not run. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin: string }>('root')?.origin;
}
