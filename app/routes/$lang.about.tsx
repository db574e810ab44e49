import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { shownMemberships, shownPeople } from '#app/company/pages/facts-on-pages.server.ts';
import { MembershipList } from '#app/company/pages/membership-list.tsx';
import { PeopleList } from '#app/company/pages/people-list.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { pictureUrl } from '#app/content/pictures/pictures.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const { facts } = site.facts.current();
  const article = content.about;
  return {
    page: { ...article.head, name: article.heading, picture: article.picture && pictureUrl(article.picture.name) },
    article,
    people: shownPeople(facts, language),
    memberships: shownMemberships(facts, language),
  };
}

export default function AboutPage() {
  const { article, people, memberships } = useLoaderData<typeof loader>();
  return (
    <ArticlePage article={article}>
      <PeopleList people={people} />
      <MembershipList memberships={memberships} />
    </ArticlePage>
  );
}
