import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { OpenPositions } from '#app/content/open-positions.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { careers } = content;
  return { page: { ...careers.head, name: careers.header.title }, careers };
}

export default function CareersPage() {
  const { careers } = useLoaderData<typeof loader>();
  return <OpenPositions careers={careers} />;
}
