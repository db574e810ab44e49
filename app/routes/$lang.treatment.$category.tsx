import { redirect, type LoaderFunctionArgs } from '@remix-run/node';
import { treatmentCategories } from '#app/content/content-names.ts';
import { languageOfRequest } from '#app/i18n/language-choice.server.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { oneOf } from './not-found.server.ts';
import { originOf } from './origin.server.ts';

/** Where one would look for it: `/ar/treatment/oncology` leads to `/treatment/ar/oncology`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { env } = await services();
  const category = oneOf(treatmentCategories, params.category);
  return redirect(originOf(request, env) + pathIn(languageOfRequest(request), `/treatment/${category}`), 301);
}

/** Makes a page of this route, so that its 404 is one too. */
export default function MovedTreatment() {
  return null;
}
