import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { PartnerList } from '#app/content/pages/partner-list.tsx';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context });
  const { partners } = content;
  return { page: { ...partners.head, name: partners.heading }, partners };
}

export default function PartnersPage() {
  const { partners } = useLoaderData<typeof loader>();
  return <PartnerList {...partners} />;
}
