import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { OpenPositions } from '#app/content/pages/open-positions.tsx';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const { careers } = content;
  return { page: { ...careers.head, name: careers.header.title }, careers };
}

export default function CareersPage() {
  const { careers } = useLoaderData<typeof loader>();
  return <OpenPositions careers={careers} />;
}
