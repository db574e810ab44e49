import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router';
import analytics from 'virtual:analytics.js';
import consent from 'virtual:consent.js';
import enhancement from 'virtual:enhancement.js';
import recovery from 'virtual:recovery.js';
import { useCompany } from './company/company.ts';
import { companyIn } from './company/company-in-language.server.ts';
import { NoticeLine } from './company/notice-line.tsx';
import { readConsentCookie } from './consent/consent.ts';
import { preferencesPath } from './consent/preferences-path.ts';
import { ConsentBanner } from './consent/view/consent-banner.tsx';
import { ConsentSaved } from './consent/view/consent-saved.tsx';
import { NextStep } from './content/blocks/next-step.tsx';
import {
  callBackOf,
  type PageHandle,
  reactStartOf,
  useAddress,
  useBreadcrumbs,
  usePage,
} from './content/frame/current-page.ts';
import { DocumentHead, StructuredDataScript } from './content/frame/document-head.tsx';
import { followPage } from './content/frame/follow-page.ts';
import { LoadingMessage } from './content/frame/loading-message.tsx';
import { PageFooter } from './content/frame/page-footer.tsx';
import { PageHeader } from './content/frame/page-header.tsx';
import { PrefetchRules } from './content/frame/prefetch-rules.tsx';
import { ProblemPage } from './content/frame/problem-page.tsx';
import { SiteMenu } from './content/frame/site-menu.tsx';
import { isFormFailure, isFromConsentBanner } from './enquiries/form-action-data.ts';
import { CallBackLink } from './enquiries/kinds/call-back/call-back-link.tsx';
import { CallBackSection } from './enquiries/kinds/call-back/call-back-section.tsx';
import { readLastSent } from './enquiries/last-sent.ts';
import { publicOrigin } from './env/origin.server.ts';
import { languages, pathIn } from './i18n/languages.ts';
import { i18nextOptions } from './i18n/texts/i18next-options.ts';
import { textFilesOf } from './i18n/texts/text-files.ts';
import { useFormLanguage, useLanguage } from './i18n/use-language.ts';
import { problemOf } from './problems/problem.ts';
import { usePendingPage } from './problems/use-pending-page.ts';
import { services } from './services.server.ts';
import stylesheet from './styles.css?url';
import { findDocumentLanguage } from './submissions/document-language.server.ts';
import { endOfDocumentData } from './ui/age-of-data.ts';
import arabicFont from './ui/fonts/arabic-400.woff2';
import arabicHeadings from './ui/fonts/arabic-600.woff2';
import latinFont from './ui/fonts/latin-400.woff2';
import latinHeadings from './ui/fonts/latin-600.woff2';
import { IconSprite } from './ui/icons/icon-sprite.tsx';
import { Breadcrumbs } from './ui/layout/breadcrumbs.tsx';
import { RenderedOnce } from './ui/rendered-once.tsx';
import { usePageStyle } from './ui/styles/page-style.ts';

/**
 * Fonts that the first view needs. They are preloaded with a low priority, because browsers would otherwise request
 * them before pictures.
 */
const fonts = { arabic: [arabicFont, arabicHeadings], latin: [latinFont, latinHeadings] };

/**
 * The stylesheet of all pages. Routes that client-side navigation can reach must export these links as well, because
 * the current document lacks their rules: Remix then waits for the stylesheet.
 */
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader(args: LoaderFunctionArgs) {
  const { request } = args;
  const { env, facts, database } = await services();
  const language = await findDocumentLanguage(args, database);
  return json({
    language,
    origin: publicOrigin(request, env),
    search: new URL(request.url).search,
    // From the server, because a phone's clock may be wrong, which would break hydration.
    year: new Date().getFullYear(),
    company: companyIn(language, facts),
    lastSent: readLastSent(request.headers.get('Cookie'), new URL(request.url).pathname),
    hasChosenCookies: readConsentCookie(request.headers.get('Cookie')) !== undefined,
    analyticsId: env.ANALYTICS_ID,
  });
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useFormLanguage();
  const error = useRouteError();
  const matches = useMatches();
  const reactStart = error ? undefined : reactStartOf(matches[matches.length - 1]);
  const routeId = matches[matches.length - 1]?.id;
  const handle = matches[matches.length - 1]?.handle as PageHandle | undefined;
  const [firstRouteId] = useState(routeId);
  const style = usePageStyle();
  const actionResults = useActionResults();
  const analyticsId = useRouteLoaderData<typeof loader>('root')?.analyticsId;
  const page = usePage();
  const problem = error ? t(`problem.${problemOf(error, statusOf(error))}.title`) : undefined;
  return (
    // suppressHydrationWarning, because the enhancement script adds a class before hydration.
    <html
      lang={language}
      dir={languages[language].dir}
      data-action-response={actionResults.length > 0 ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {page?.picture && <link rel="preload" as="image" href={page.picture} {...{ fetchpriority: 'high' }} />}
        {/* Remix's own `meta` export has no access to action data. */}
        <DocumentHead problem={problem} hasFailed={actionResults.some(isFormFailure)} />
        <meta name="theme-color" content="#10233f" />
        <link rel="manifest" href={`/${useLanguage()}/site.webmanifest`} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        {/* No analytics on private pages, error pages or responses to a form. */}
        {analyticsId && page && !page.isPrivate && !error && actionResults.length === 0 && (
          <meta name="analytics" content={analyticsId} data-script={analytics} />
        )}
        {/* The rules that this page needs. Without them (in development) and for later pages, the whole stylesheet. */}
        {style && (
          <RenderedOnce id={`style ${style.hash}`}>
            <style data-page-style={style.isPartial ? 'partial' : ''} dangerouslySetInnerHTML={{ __html: style.css }} />
          </RenderedOnce>
        )}
        {(!style || routeId !== firstRouteId || (style.isPartial && Boolean(error))) && <Links />}
        <script src={enhancement} data-consent={consent} data-recovery={recovery} data-stylesheet={stylesheet} defer />
        {fonts[languages[language].fonts].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
            {...{ fetchpriority: 'low' }}
          />
        ))}
      </head>
      <body data-react={reactStart?.trigger} data-react-timeout={reactStart?.timeout}>
        <IconSprite isInFile={handle?.keepsIconsInFile ?? false}>{children}</IconSprite>
        {!error && <StructuredDataScript />}
        {page && !page.isPrivate && !error && <PrefetchRules />}
        {reactStart && <TextPreloads />}
        {reactStart && <Scripts />}
      </body>
    </html>
  );
}

/** Preloads the texts that React needs, as soon as `start-react.ts` removes `media`. */
function TextPreloads() {
  const language = useFormLanguage();
  const matches = useMatches();
  const namespaces = matches.flatMap(({ handle }) => (handle as PageHandle | undefined)?.i18n ?? []);
  const files = textFilesOf(language, [i18nextOptions.defaultNS, ...namespaces]);
  return files.map((file) => (
    <link key={file} rel="preload" as="fetch" crossOrigin="anonymous" href={file} media="not all" />
  ));
}

export default function App() {
  const { t } = useTranslation();
  useFrameUpdates(useAddress());
  // Runs after the effects of the page.
  useEffect(endOfDocumentData, []);
  const breadcrumbs = useBreadcrumbs();
  usePendingPage();
  const page = usePage();
  const hasJustChosen = useActionResults().some(isFromConsentBanner);
  const callBack = callBackOf(page);
  return (
    <>
      <PageHeader />
      <NoticeLine />
      {breadcrumbs.length > 0 && (
        <div className="no-print mx-auto max-w-page px-4 pt-1 md:pt-3">
          <Breadcrumbs label={t('breadcrumbs')} items={breadcrumbs} />
        </div>
      )}
      {hasJustChosen && <ConsentSaved />}
      <Outlet />
      {callBack !== 'none' && (
        <div className="mx-auto max-w-page px-4">
          {callBack === 'form' ? (
            <CallBackSection className="lazy">
              {import.meta.env.SSR && page?.invitation && <NextStep invitation={page.invitation} />}
            </CallBackSection>
          ) : (
            <CallBackLink />
          )}
        </div>
      )}
      <PageEnd form={page?.form} hasJustChosen={hasJustChosen} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const home = pathIn(useFormLanguage(), '/');
  // An error page does not exist in other languages.
  useEffect(() => followPage(home), [home]);
  return (
    <>
      <PageHeader />
      <NoticeLine />
      <ProblemPage status={statusOf(error)} error={error} />
      <div className="mx-auto max-w-reading px-4">
        <CallBackSection />
      </div>
      <PageEnd />
    </>
  );
}

/** Updates the frame after client-side navigation. The frame from the server already fits the document. */
function useFrameUpdates(address: string): void {
  const shownAddress = useRef(address);
  useEffect(() => {
    if (shownAddress.current !== address) followPage(address);
    shownAddress.current = address;
  }, [address]);
}

/** The end of every page, including error pages: footer, consent banner, menu. */
function PageEnd({ form, hasJustChosen = false }: { form?: string; hasJustChosen?: boolean }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const address = useAddress();
  const { pathname } = useLocation();
  const language = useFormLanguage();
  const { version } = useCompany();
  const year = data?.year ?? new Date().getFullYear();
  const isPreferencesPage = pathname === pathIn(useLanguage(), preferencesPath);
  return (
    <>
      <RenderedOnce id={`footer ${language} ${year} ${version}`}>
        <PageFooter year={year} />
      </RenderedOnce>
      {!data?.hasChosenCookies && !hasJustChosen && !isPreferencesPage && (
        <ConsentBanner form={form} returnPath={address} />
      )}
      <SiteMenu />
      <LoadingMessage />
    </>
  );
}

/** Returns the results of the page's actions. */
function useActionResults(): unknown[] {
  return Object.values(useContext(DataRouterState)?.actionData ?? {});
}

/** Returns the status of a thrown response; anything else thrown is a server error. */
function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
