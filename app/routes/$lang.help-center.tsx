import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PageIntro } from '#app/content/blocks/page-intro.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { Faq } from '#app/content/pages/faq.tsx';
import { faqPage } from '#app/content/site/structured-data.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { language, content } = contentOf({ request, context }, await services());
  const { head, heading, lead, groups, items } = content['help-center'];
  const query = (new URL(request.url).searchParams.get('q') ?? '').trim();
  return {
    page: {
      ...head,
      name: heading,
      structuredData: [faqPage(items, language)],
      // Search engines must not index search results.
      isPrivate: query !== '',
      callBack: 'form',
      invitation: 'usual',
    },
    heading,
    lead,
    query,
    groups,
    items,
  };
}

export default function HelpCenterPage() {
  const { heading, lead, query, groups, items } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      <PageIntro heading={heading} lead={lead} />
      <Faq groups={groups} items={items} query={query} />
    </main>
  );
}
