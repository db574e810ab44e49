import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { chosenLanguage } from '#app/i18n/language-choice.server.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { originOf } from './origin.server.ts';

/** `/` leads to the home page in the language chosen before, Arabic otherwise. Never stored: the choice may change. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { env } = await services();
  return redirect(originOf(request, env) + pathIn(chosenLanguage(request), '/'), {
    status: 302,
    headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' },
  });
}
