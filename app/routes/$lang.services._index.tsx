import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ExtraServices } from '#app/content/blocks/extra-services.tsx';
import { PageIntro } from '#app/content/blocks/page-intro.tsx';
import { Sections } from '#app/content/blocks/prose.tsx';
import { ServiceCards } from '#app/content/blocks/service-cards.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const overview = content.services;
  return { page: { ...overview.head, name: overview.heading, invitation: 'usual' }, overview };
}

export default function ServicesPage() {
  const { heading, lead, cards, extra, more } = useLoaderData<typeof loader>().overview;
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} />
      <ServiceCards cards={cards} />
      <ExtraServices {...extra} />
      <div className="grid max-w-reading gap-10">
        <Sections sections={[more]} />
      </div>
    </main>
  );
}
