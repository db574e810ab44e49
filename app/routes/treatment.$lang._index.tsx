import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { publicOrigin } from '#app/env/origin.server.ts';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Redirects a treatment URL without a category to the overview (301). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { env } = await services();
  const language = requireOneOf(languageCodes, params.lang);
  return redirect(publicOrigin(request, env) + pathIn(language, '/treatment'), 301);
}
