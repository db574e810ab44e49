import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf, formContentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { articlePages } from '#app/content/site/site-pages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Loads a guide for families or a legal page, which share a layout; any other path at this level is a 404. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireOneOf(articlePages, params.article);
  const site = await services();
  const article =
    name === 'privacy-policy'
      ? formContentOf({ request, context }, site).content[name]
      : contentOf({ request, context }, site).content[name];
  return { page: describeArticle(article), article };
}

export default function ArticleRoute() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
