import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import type { StructuredData } from './structured-data.ts';

/** What a route says of its page in `handle`: the texts it needs, and whether React is loaded for it. */
export interface PageHandle {
  i18n?: string[];
  needsReact?: boolean;
}

/** What a loader says of its page, as `page` in its data. */
export interface Page {
  title: string;
  description?: string;
  /** What the page is called in breadcrumbs; home and pages of one visitor have none. */
  name?: string;
  /** The page above it, by its path without a language; home is above every other. */
  parent?: { name: string; path: string };
  /** Not for search engines, and never counted. */
  isPrivate?: boolean;
  /** Id of its form, in which a visitor may have typed when something else of the page is answered by a post. */
  form?: string;
  /** The address asks for something that is wrong, as a post may: the title says so first. */
  hasFailed?: boolean;
  structuredData?: StructuredData[];
}

/** What the current page's loader says of it; undefined on an error page. */
export function usePage(): Page | undefined {
  return useMatches()
    .map((match) => (match.data as { page?: Page } | undefined)?.page)
    .reverse()
    .find(Boolean);
}

/** The way from home to the current page, itself included; empty where the page has no name. */
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

/** Scheme and host of this site's public address; undefined where the root loader has not run. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin: string }>('root')?.origin;
}
