import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { originOf } from '#app/env/origin.server.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { oneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Redirects a treatment URL without its category to the overview (301). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { env } = await services();
  const language = oneOf(languageCodes, params.lang);
  return redirect(originOf(request, env) + pathIn(language, '/treatment'), 301);
}
