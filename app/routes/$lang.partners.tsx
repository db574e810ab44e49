import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { shownPartners } from '#app/company/pages/facts-on-pages.server.ts';
import { NamedPartners } from '#app/company/pages/named-partners.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { PartnerList } from '#app/content/pages/partner-list.tsx';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const { partners } = content;
  const { facts } = site.facts.current();
  return { page: { ...partners.head, name: partners.heading }, partners, named: shownPartners(facts, language) };
}

export default function PartnersPage() {
  const { partners, named } = useLoaderData<typeof loader>();
  return (
    <PartnerList {...partners}>
      <NamedPartners partners={named} />
    </PartnerList>
  );
}
