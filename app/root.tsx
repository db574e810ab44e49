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
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router';
import analytics from 'virtual:analytics.js';
import consent from 'virtual:consent.js';
import enhancement from 'virtual:enhancement.js';
import recovery from 'virtual:recovery.js';
import { companyOf } from './company/company-of-environment.server.ts';
import { ConsentBanner } from './consent/consent-banner.tsx';
import { ConsentSaved } from './consent/consent-saved.tsx';
import { consentIn } from './consent/consent.ts';
import { preferencesPath } from './consent/preferences-path.ts';
import { DocumentHead } from './content/document-head.tsx';
import { LoadingMessage } from './content/loading-message.tsx';
import { PageFooter } from './content/page-footer.tsx';
import { PageHeader } from './content/page-header.tsx';
import { usePage, useTrail, type PageHandle } from './content/current-page.ts';
import { ProblemPage } from './content/problem-page.tsx';
import { SiteMenu } from './content/site-menu.tsx';
import { isConsentAnswer, isFailedAnswer } from './enquiries/form-answer.ts';
import { languages, pathIn } from './i18n/languages.ts';
import { languageOfRequest } from './i18n/language-choice.server.ts';
import { useLanguage } from './i18n/use-language.ts';
import { originOf } from './routes/origin.server.ts';
import { problemOf } from './problems/problem.ts';
import { usePendingPage } from './problems/use-pending-page.ts';
import { services } from './services.server.ts';
import { Breadcrumbs } from './ui/breadcrumbs.tsx';
import arabicFont from './ui/fonts/arabic-400.woff2';
import arabicHeadings from './ui/fonts/arabic-600.woff2';
import latinFont from './ui/fonts/latin-400.woff2';
import latinHeadings from './ui/fonts/latin-600.woff2';
import stylesheet from './styles.css?url';

/** The fonts of the first view, which a browser would find only after reading the stylesheet. */
const fonts = { ar: [arabicFont, arabicHeadings], en: [latinFont, latinHeadings] };

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return json({
    language: languageOfRequest(request),
    origin: originOf(request, env),
    // The server's year: a phone's own clock may be wrong, and hydration would trip over it.
    year: new Date().getFullYear(),
    company: companyOf(env),
    hasChosenCookies: consentIn(request.headers.get('Cookie')) !== undefined,
    analyticsId: env.ANALYTICS_ID,
  });
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export function Layout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const error = useRouteError();
  const needsReact = useMatches().some((match) => (match.handle as PageHandle | undefined)?.needsReact);
  const answers = useAnswers();
  const analyticsId = useRouteLoaderData<typeof loader>('root')?.analyticsId;
  const page = usePage();
  const problem = error ? t(`problem.${problemOf(statusOf(error))}.title`) : undefined;
  return (
    // The enhancement script marks the element before React sees it.
    <html
      lang={language}
      dir={languages[language].dir}
      data-answer={answers.length > 0 ? '' : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {fonts[language].map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="anonymous" />
        ))}
        {/* Remix's own `meta` does not get to know what an action answered. */}
        <DocumentHead problem={problem} hasFailed={answers.some(isFailedAnswer)} />
        <meta name="theme-color" content="#10233f" />
        <link rel="manifest" href={`/${language}/site.webmanifest`} />
        <Links />
        {/* Nobody is counted on a page of one visitor, nor on what a form was answered with. */}
        {analyticsId && page && !page.isPrivate && !error && answers.length === 0 && (
          <meta name="analytics" content={analyticsId} data-script={analytics} />
        )}
        <script src={enhancement} data-consent={consent} data-recovery={recovery} defer />
      </head>
      <body>
        {children}
        {needsReact && !error && <Scripts />}
      </body>
    </html>
  );
}

export default function App() {
  const { t } = useTranslation();
  const trail = useTrail();
  usePendingPage();
  const form = usePage()?.form;
  const hasJustChosen = useAnswers().some(isConsentAnswer);
  return (
    <>
      <PageHeader />
      {trail.length > 0 && (
        <div className="no-print mx-auto max-w-page px-4 pt-3">
          <Breadcrumbs label={t('breadcrumbs')} items={trail} />
        </div>
      )}
      {hasJustChosen && <ConsentSaved />}
      <Outlet />
      <PageEnd form={form} hasJustChosen={hasJustChosen} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  return (
    <>
      <PageHeader />
      <ProblemPage status={statusOf(error)} error={error} />
      <PageEnd />
    </>
  );
}

/** What every page ends with, error pages too. */
function PageEnd({ form, hasJustChosen = false }: { form?: string; hasJustChosen?: boolean }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const { pathname, search } = useLocation();
  const isAskedByPage = pathname === pathIn(useLanguage(), preferencesPath);
  return (
    <>
      <PageFooter year={data?.year ?? new Date().getFullYear()} />
      {!data?.hasChosenCookies && !hasJustChosen && !isAskedByPage && (
        <ConsentBanner form={form} back={pathname + search} />
      )}
      <SiteMenu />
      <LoadingMessage />
    </>
  );
}

/** What the page's forms were answered with. */
function useAnswers(): unknown[] {
  return Object.values(useContext(DataRouterState)?.actionData ?? {});
}

/** The status of an answer that is an error; anything else that is thrown is a fault of ours. */
function statusOf(error: unknown): number {
  return isRouteErrorResponse(error) ? error.status : 500;
}
