import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArticlePage } from '#app/content/article-page.tsx';
import { legalPages } from '#app/content/site-pages.ts';
import { contentOf } from './content-of-request.server.ts';
import { oneOf } from './not-found.server.ts';

/** The four legal pages, which have the same form; every other address at this level is not there. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const name = oneOf(legalPages, params.legal);
  const { content } = await contentOf(request);
  const article = content[name];
  return { page: { ...article.head, name: article.heading }, article };
}

export default function LegalPageRoute() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
