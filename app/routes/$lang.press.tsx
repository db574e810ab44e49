import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { PressRoom } from '#app/content/pages/press-room.tsx';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const { press } = content;
  return { page: { ...press.head, name: press.header.title }, press };
}

export default function PressPage() {
  const { press } = useLoaderData<typeof loader>();
  return <PressRoom press={press} />;
}
