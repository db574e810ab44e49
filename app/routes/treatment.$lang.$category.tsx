import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { treatmentCategories } from '#app/content/copy/content-names.ts';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { SpecialtyPage } from '#app/content/pages/specialty-page.tsx';
import { pictureUrl } from '#app/content/pictures/pictures.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Loads a treatment page, whose URL has the language as its second segment (spec, section 2). */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  requireOneOf(languageCodes, params.lang);
  const category = requireOneOf(treatmentCategories, params.category);
  const { content } = contentOf({ request, context }, await services());
  const treatment = content[`treatment/${category}`];
  const overview = content.treatment;
  const parent = { name: overview.heading, path: '/treatment' };
  const page = {
    ...treatment.head,
    name: treatment.name,
    parent,
    picture: pictureUrl(treatment.picture.name),
    invitation: 'usual',
  };
  return { page, category, treatment, overview };
}

export default function TreatmentCategoryPage() {
  const { category, treatment, overview } = useLoaderData<typeof loader>();
  return <SpecialtyPage category={category} specialty={treatment} overview={overview} />;
}
