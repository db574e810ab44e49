import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { pictureUrl } from '#app/content/pictures/pictures.ts';

export function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context });
  const article = content.about;
  return {
    page: { ...article.head, name: article.heading, picture: article.picture && pictureUrl(article.picture.name) },
    article,
  };
}

export default function AboutPage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
