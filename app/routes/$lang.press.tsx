import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PressRoom } from '#app/content/press-room.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { press } = content;
  return { page: { ...press.head, name: press.header.title }, press };
}

export default function PressPage() {
  const { press } = useLoaderData<typeof loader>();
  return <PressRoom press={press} />;
}
