import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { serviceNames } from '#app/content/site/site-pages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireOneOf(serviceNames, params.service);
  const { content } = contentOf({ request, context }, await services());
  const article = content[`services/${name}`];
  const parent = { name: content.services.heading, path: '/services' };
  return { page: describeArticle(article, { parent }), article };
}

export default function ServicePage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
