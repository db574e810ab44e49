import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { legalPages } from '#app/content/site/site-pages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

/** Loads one of the four legal pages, which share a layout; any other path at this level is a 404. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireOneOf(legalPages, params.legal);
  const { content } = contentOf({ request, context }, await services());
  const article = content[name];
  return { page: { ...article.head, name: article.heading }, article };
}

export default function LegalPageRoute() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
