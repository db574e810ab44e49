import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type ServerBuild } from '@remix-run/node';
import { isDatabaseUnavailable, outageRetryAfter } from '#app/database/database-error.ts';
import { hiddenFieldNames } from '#app/forms/field-names.ts';
import { documentLanguageOfAddress } from '#app/i18n/language-choice.server.ts';
import type { FormLanguage } from '#app/i18n/languages.ts';
import type { Log } from '#app/log/log.server.ts';
import { plainPagePolicy } from '#app/problems/plain-page.server.ts';
import { keepUnsentForm } from '#app/problems/unsent-form.ts';

type Arguments = LoaderFunctionArgs & ActionFunctionArgs;
type Handler = (args: Arguments) => unknown;

/** What a build needs to respond while the database is unavailable. */
export interface OutageOptions {
  log: Pick<Log, 'error'>;
  /** Renders the error page with status 503 in a language, for an address that is not a React page. */
  plainPage: (language: FormLanguage) => string;
}

/**
 * Makes all routes of a build respond with 503 instead of 500 while the database is unavailable. The error page keeps
 * the form that was submitted, because neither its own page nor the draft can be read.
 */
export function handleDatabaseOutages(build: ServerBuild, { log, plainPage }: OutageOptions): ServerBuild {
  const guarded = (handler: Handler, isPage: boolean) => async (args: Arguments) => {
    try {
      return await handler(args);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      log.error({ id: args.context.requestId, err: error }, 'The database is unavailable');
      const response = isPage ? pageOutage(args) : plainOutage(args, plainPage);
      throw response;
    }
  };
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const { loader, action } = route.module;
    const isPage = 'default' in route.module;
    const module = {
      ...route.module,
      ...(loader && { loader: guarded(loader, isPage) }),
      ...(action && { action: guarded(action, isPage) }),
    };
    return [id, { ...route, module }];
  });
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild['routes'] };
}

const headers = { 'Retry-After': String(outageRetryAfter), 'Cache-Control': 'no-store' };

/** The error that the page's error boundary shows. */
function pageOutage({ request, context: { submitted } }: Arguments): Response {
  const isForm = request.method === 'POST' || submitted !== undefined;
  const isTyped = (name: string) => !hiddenFieldNames.includes(name);
  return json(isForm ? { unsent: keepUnsentForm(submitted ?? new FormData(), isTyped) } : {}, { status: 503, headers });
}

function plainOutage({ request }: Arguments, plainPage: OutageOptions['plainPage']): Response {
  const { pathname, search } = new URL(request.url);
  const language = documentLanguageOfAddress(pathname + search, request.headers.get('Cookie'));
  return new Response(request.method === 'HEAD' ? null : plainPage(language), {
    status: 503,
    headers: {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Content-Security-Policy': plainPagePolicy,
    },
  });
}
