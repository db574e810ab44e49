import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ArticlePage } from '#app/content/article-page.tsx';
import { medicalFlightKinds } from '#app/content/site-pages.ts';
import { contentOf } from './content-of-request.server.ts';
import { oneOf } from './not-found.server.ts';

/** `id` is the kind of medical flight (docs/decisions/0007). */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const kind = oneOf(medicalFlightKinds, params.id);
  const { content } = await contentOf(request);
  const article = content[`medical-flight/${kind}`];
  const parent = { name: content.services.heading, path: '/services' };
  return { page: { ...article.head, name: article.heading, parent }, article };
}

export default function MedicalFlightPage() {
  const { article } = useLoaderData<typeof loader>();
  return <ArticlePage article={article} />;
}
