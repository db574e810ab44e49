import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArticlePage } from '#app/content/article-page.tsx';
import { contentOf } from './content-of-request.server.ts';

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const article = content.about;
  return { page: { ...article.head, name: article.heading }, article };
}

export default function AboutPage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
