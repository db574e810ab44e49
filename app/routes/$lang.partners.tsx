import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PartnerList } from '#app/content/partner-list.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { partners } = content;
  return { page: { ...partners.head, name: partners.heading }, partners };
}

export default function PartnersPage() {
  const { partners } = useLoaderData<typeof loader>();
  return <PartnerList {...partners} />;
}
