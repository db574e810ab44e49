import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { treatmentCategories } from '#app/content/content-names.ts';
import { TreatmentPage } from '#app/content/treatment-page.tsx';
import { languageCodes } from '#app/i18n/languages.ts';
import { contentOf } from './content-of-request.server.ts';
import { oneOf } from './not-found.server.ts';

/** The one page whose address begins with what it is rather than with its language (spec, section 2). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  oneOf(languageCodes, params.lang);
  const category = oneOf(treatmentCategories, params.category);
  const { content } = await contentOf(request);
  const treatment = content[`treatment/${category}`];
  const overview = content.treatment;
  const parent = { name: overview.heading, path: '/treatment' };
  return { page: { ...treatment.head, name: treatment.name, parent }, treatment, overview };
}

export default function TreatmentCategoryPage() {
  const { treatment, overview } = useLoaderData<typeof loader>();
  return <TreatmentPage treatment={treatment} overview={overview} />;
}
