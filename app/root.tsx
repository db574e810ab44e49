import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { json } from '@remix-run/node';
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router';
import enhancement from 'virtual:enhancement.js';
import { companyOf } from './company/company-of-environment.server.ts';
import { useCompany } from './company/company.ts';
import { isFailedAnswer } from './enquiries/form-answer.ts';
import { languages } from './i18n/languages.ts';
import { languageOfRequest } from './i18n/language-choice.server.ts';
import { useLanguage } from './i18n/use-language.ts';
import { PageFooter } from './content/page-footer.tsx';
import { PageHeader } from './content/page-header.tsx';
import { ProblemPage } from './content/problem-page.tsx';
import { services } from './services.server.ts';
import stylesheet from './ui/styles.css?url';

export const links: LinksFunction = () => [
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
];

export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return json({
    language: languageOfRequest(request),
    // The server's year: a phone's own clock may be wrong, and hydration would trip over it.
    year: new Date().getFullYear(),
    company: companyOf(env),
  });
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

/** What a route says about its page: `handle.needsReact` loads React, a loader's `page` fills the head. */
export interface PageHandle {
  i18n?: string[];
  needsReact?: boolean;
}

export interface PageHead {
  title: string;
  description?: string;
  /** Not for search engines. */
  isPrivate?: boolean;
}

export function Layout({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const hasProblem = Boolean(useRouteError());
  const needsReact = useMatches().some((match) => (match.handle as PageHandle | undefined)?.needsReact);
  return (
    // The enhancement script marks the element before React sees it.
    <html lang={language} dir={languages[language].dir} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <HeadOfPage />
        <Links />
        <script src={enhancement} defer />
      </head>
      <body>
        {children}
        {needsReact && !hasProblem && <Scripts />}
      </body>
    </html>
  );
}

/**
 * Title and description of the page, from its loader's `page`. A form that did not go through says so at the
 * start of the title; Remix's own `meta` does not get to know what an action answered.
 */
function HeadOfPage() {
  const { t } = useTranslation();
  const heads = useMatches().map((match) => (match.data as { page?: PageHead } | undefined)?.page);
  const error = useRouteError();
  const actionData = useContext(DataRouterState)?.actionData ?? {};
  const hasFailed = Object.values(actionData).some(isFailedAnswer);

  const page: PageHead | undefined = error
    ? { title: t(isNotFound(error) ? 'problem.not_found_title' : 'problem.crash_title'), isPrivate: true }
    : heads.reverse().find(Boolean);
  const company = useCompany();
  const title = t('title', { page: page?.title ?? '', company: company.name });
  return (
    <>
      <title>{hasFailed ? t('error_title', { title }) : title}</title>
      {page?.description && <meta name="description" content={page.description} />}
      {page?.isPrivate && <meta name="robots" content="noindex" />}
    </>
  );
}

export default function App() {
  const { year } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader />
      <Outlet />
      <PageFooter year={year} />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const data = useRouteLoaderData<typeof loader>('root');
  return (
    <>
      <PageHeader />
      <ProblemPage isNotFound={isNotFound(error)} error={error} />
      <PageFooter year={data?.year ?? new Date().getFullYear()} />
    </>
  );
}

function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
