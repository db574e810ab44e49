import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageIntro } from '#app/content/blocks/page-intro.tsx';
import { Sections } from '#app/content/blocks/prose.tsx';
import { TreatmentCategories } from '#app/content/blocks/treatment-categories.tsx';
import { treatmentCategories } from '#app/content/copy/content-names.ts';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const overview = content.treatment;
  const categories = treatmentCategories.map((id) => {
    const { name, description, picture, modernTreatments } = content[`treatment/${id}`];
    return {
      id,
      name,
      description,
      picture: picture.name,
      treatments: modernTreatments.map((treatment) => treatment.name),
    };
  });
  return { page: { ...overview.head, name: overview.heading, invitation: 'usual' }, overview, categories };
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
    </main>
  );
}
