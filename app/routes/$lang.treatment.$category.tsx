import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { treatmentCategories } from '#app/content/copy/content-names.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { languageOf } from '#app/i18n/language-choice.server.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Redirects the intuitive path `/ar/treatment/oncology` to `/treatment/ar/oncology` (301). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { env } = await services();
  const category = requireOneOf(treatmentCategories, params.category);
  const language = languageOf({ request, context });
  return redirect(publicOrigin(request, env) + pathIn(language, `/treatment/${category}`), 301);
}

/** A component makes this a document route, whose 404 is rendered as a page. */
export default function MovedTreatment() {
  return null;
}
