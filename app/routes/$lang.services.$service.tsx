import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { pictureUrl } from '#app/content/pictures/pictures.ts';
import { serviceNames } from '#app/content/site/site-pages.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const name = requireOneOf(serviceNames, params.service);
  const { content } = contentOf({ request, context }, await services());
  const article = content[`services/${name}`];
  const parent = { name: content.services.heading, path: '/services' };
  return {
    page: {
      ...article.head,
      name: article.heading,
      parent,
      picture: article.picture && pictureUrl(article.picture.name),
    },
    article,
  };
}

export default function ServicePage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
