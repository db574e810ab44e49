import { useLocation, useMatches, useRouteLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { pathIn, withFormOnlyLanguage } from '#app/i18n/languages.ts';
import type { Namespace } from '#app/i18n/texts/resources.server.ts';
import { useFormLanguage, useLanguage } from '#app/i18n/use-language.ts';
import type { Invitation } from '../copy/content-schema.ts';
import type { StructuredData } from '../site/structured-data.ts';
import { linkGroupsIn, mainLinksIn } from './navigation.ts';

/**
 * When React starts on a page. Pages work without React, so it waits where nothing changes by itself, and does not slow
 * down phones while visitors read:
 * - `on-idle`: when the browser is idle
 * - `on-form-interaction`: at the first interaction with a form
 * - `on-content-interaction`: at the first interaction with anything in the content
 */
type ReactTrigger = 'on-idle' | 'on-form-interaction' | 'on-content-interaction';

/** When React starts on a page, which may depend on what the page shows. */
export interface ReactStart {
  trigger: ReactTrigger;
  /** The time after which React starts in any case, because the page then has to change (ms). */
  timeout?: number;
}

/** What a route declares in `handle`: the translation namespaces its page needs, and when React starts, if at all. */
export interface PageHandle<Data = never> {
  i18n?: readonly Namespace[];
  startsReact?: ReactTrigger | ((data: Data) => ReactStart);
  /** Whether the page references the icon file, because inlining the shapes would make the page too large. */
  keepsIconsInFile?: boolean;
  /**
   * Whether the page shows only what its partial style has rules for (`app/ui/styles/partial-styles.server.ts`), because
   * all rules would make it too large.
   */
  hasPartialStyle?: (data: Data) => boolean;
}

/**
 * Returns when React starts; undefined if it never does.
 * @param match the page's route, whose `handle` and data the router leaves untyped
 */
export function reactStartOf(match: { handle: unknown; data: unknown } | undefined): ReactStart | undefined {
  const { startsReact } = (match?.handle ?? {}) as PageHandle<unknown>;
  return typeof startsReact === 'string' ? { trigger: startsReact } : startsReact?.(match?.data);
}

type CallBackOption = 'form' | 'link' | 'none';

/** The description of a page. Its loader returns it as `page`. */
export interface Page {
  title: string;
  description?: string;
  /** The name in breadcrumbs. The home page and private pages have none. */
  name?: string;
  /** The parent page, with its path without a language. The home page is always the first breadcrumb. */
  parent?: { name: string; path: string };
  /** Excludes the page from search engines and from analytics. */
  isPrivate?: boolean;
  /** The id of the page's form, whose input must survive when another part of the page is submitted. */
  form?: string;
  /**
   * How visitors can request a call at the end of the page. Default: the call-back form; on a page that has another form,
   * a link to it; on a private page, nothing.
   */
  callBack?: CallBackOption;
  /** The call to action beside the call-back form at the end of the page; none by default. */
  invitation?: Invitation;
  /** The URL path of the picture in the initial viewport. Browsers request it before the fonts. */
  picture?: string;
  /** Whether the URL has invalid parameters. The title then starts with "Error", as after a rejected form. */
  hasFailed?: boolean;
  structuredData?: StructuredData[];
}

/** Returns the current page as its loader describes it; undefined on an error page. */
export function usePage(): Page | undefined {
  const [match] = useMatches().slice(-1);
  return useRouteLoaderData<{ page?: Page }>(match?.id ?? 'root')?.page;
}

/** Returns how visitors can request a call at the end of a page; `none` on an error page, which has its own form. */
export function callBackOf(page: Page | undefined): CallBackOption {
  if (!page) return 'none';
  if (page.callBack) return page.callBack;
  if (page.isPrivate) return 'none';
  return page.form === undefined ? 'form' : 'link';
}

/** Returns the breadcrumbs from the home page to the current page; empty if the page has no name. */
export function useBreadcrumbs(): { name: string; href: string }[] {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const { pathname } = useLocation();
  const page = usePage();
  const home = pathIn(language, '/');
  // In a form-only language, one of its pages is the home page.
  if (!page?.name || isPathOf(pathname, home)) return [];
  const parent = page.parent && { name: page.parent.name, href: pathIn(language, page.parent.path) };
  return [
    { name: t('nav.home'), href: home },
    ...(parent ? [parent] : []),
    { name: page.name, href: withFormOnlyLanguage(pathname, language) },
  ];
}

/**
 * Returns the path and query of the current page as the server rendered it: cached pages are rendered without
 * parameters that do not change them, such as `utm_source`.
 */
export function useAddress(): string {
  const { pathname, search, key } = useLocation();
  const renderedSearch = useRouteLoaderData<{ search: string }>('root')?.search;
  // `default` is the router's key for the document's own location. The loader does not run again after client-side
  // navigation.
  return pathname + (key === 'default' ? (renderedSearch ?? search) : search);
}

/** Returns whether a path is that of a URL, which may have a query. */
export function isPathOf(pathname: string, url: string): boolean {
  return url.split('?')[0] === pathname;
}

/**
 * Returns the path of the current page, without its language, if a menu has a link to it, which is marked as current;
 * otherwise an empty string. The links are read here, not at module level, so that the browser's bundle does not contain
 * them.
 */
export function useLinkedPath(): string {
  const language = useLanguage();
  const menuLanguage = useFormLanguage();
  const { pathname } = useLocation();
  const path = pathname.slice(`/${language}`.length) || '/';
  const links: readonly { path: string }[] = [
    mainLinksIn(menuLanguage),
    ...linkGroupsIn(menuLanguage).map((group) => group.links),
  ].flat();
  return pathIn(language, path) === pathname && links.some((link) => link.path === path) ? path : '';
}

/** Returns the site's public origin; undefined if the root loader did not run. */
export function useOrigin(): string | undefined {
  return useRouteLoaderData<{ origin: string }>('root')?.origin;
}
