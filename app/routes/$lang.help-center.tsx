import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Faq } from '#app/content/faq.tsx';
import { NextStep } from '#app/content/next-step.tsx';
import { PageIntro } from '#app/content/page-intro.tsx';
import { faqPage } from '#app/content/structured-data.ts';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { language, content } = await contentOf(request);
  const { head, heading, lead, items } = content['help-center'];
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 100);
  return {
    page: {
      ...head,
      name: heading,
      structuredData: [faqPage(items, language)],
      // A search is nobody else's page.
      isPrivate: query !== '',
    },
    heading,
    lead,
    query,
    items,
  };
}

export default function HelpCenterPage() {
  const { heading, lead, query, items } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} />
      <Faq items={items} query={query} />
      <NextStep />
    </main>
  );
}
