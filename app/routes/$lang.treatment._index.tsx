import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { treatmentCategories } from '#app/content/content-names.ts';
import { NextStep } from '#app/content/next-step.tsx';
import { PageIntro } from '#app/content/page-intro.tsx';
import { Sections } from '#app/content/prose.tsx';
import { TreatmentCategories } from '#app/content/treatment-categories.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const overview = content.treatment;
  const categories = treatmentCategories.map((id) => {
    const { name, description, modernTreatments } = content[`treatment/${id}`];
    return { id, name, description, treatments: modernTreatments.map((treatment) => treatment.name) };
  });
  return { page: { ...overview.head, name: overview.heading }, overview, categories };
}

export default function TreatmentCatalogue() {
  const { overview, categories } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      <PageIntro heading={overview.heading} lead={overview.lead} />
      <TreatmentCategories heading={overview.categoriesHeading} categories={categories} />
      <div className="grid max-w-reading gap-10">
        <Sections sections={[overview.next]} />
      </div>
      <NextStep />
    </main>
  );
}
