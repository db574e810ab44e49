import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ExtraServices } from '#app/content/extra-services.tsx';
import { NextStep } from '#app/content/next-step.tsx';
import { PageIntro } from '#app/content/page-intro.tsx';
import { Sections } from '#app/content/prose.tsx';
import { ServiceCards } from '#app/content/service-cards.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const overview = content.services;
  return { page: { ...overview.head, name: overview.heading }, overview };
}

export default function ServicesPage() {
  const { heading, lead, cards, extra, more } = useLoaderData<typeof loader>().overview;
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} />
      <ServiceCards cards={cards} level={2} />
      <ExtraServices {...extra} />
      <div className="grid max-w-reading gap-10">
        <Sections sections={[more]} />
      </div>
      <NextStep />
    </main>
  );
}
