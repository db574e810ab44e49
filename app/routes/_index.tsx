import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { publicOrigin } from '#app/env/origin.server.ts';
import { preferredLanguage } from '#app/i18n/language-choice.server.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';

/**
 * Redirects `/` to the home page in the visitor's preferred language, or in Arabic if there is none. Never cached,
 * because the preference may change.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return redirect(publicOrigin(request, env) + pathIn(preferredLanguage(request), '/'), {
    status: 302,
    headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' },
  });
}
