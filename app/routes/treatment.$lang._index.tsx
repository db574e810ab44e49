import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { languageCodes, pathIn } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { oneOf } from './not-found.server.ts';
import { originOf } from './origin.server.ts';

/** Who shortens the address of a treatment finds the catalogue. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { env } = await services();
  const language = oneOf(languageCodes, params.lang);
  return redirect(originOf(request, env) + pathIn(language, '/treatment'), 301);
}
