import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArticlePage } from '#app/content/article-page.tsx';
import { serviceNames } from '#app/content/site-pages.ts';
import { contentOf } from './content-of-request.server.ts';
import { oneOf } from './not-found.server.ts';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const name = oneOf(serviceNames, params.service);
  const { content } = await contentOf(request);
  const article = content[`services/${name}`];
  const parent = { name: content.services.heading, path: '/services' };
  return { page: { ...article.head, name: article.heading, parent }, article };
}

export default function ServicePage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
