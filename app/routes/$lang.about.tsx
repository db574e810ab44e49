import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { useCompany } from '#app/company/company.ts';
import { CompanyTimesPanel, hasTimes } from '#app/company/pages/company-times.tsx';
import { shownMemberships, shownPeople } from '#app/company/pages/facts-on-pages.server.ts';
import { MembershipList } from '#app/company/pages/membership-list.tsx';
import { PeopleList } from '#app/company/pages/people-list.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import { ArticlePage } from '#app/content/pages/article-page.tsx';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { services } from '#app/services.server.ts';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const { facts } = site.facts.current();
  const article = content.about;
  return {
    page: describeArticle(article),
    article,
    people: shownPeople(facts, language),
    memberships: shownMemberships(facts, language),
  };
}

/** The page about the company. A section whose fact is missing is not shown. */
export default function AboutPage() {
  const { t } = useTranslation('company');
  const { article, people, memberships } = useLoaderData<typeof loader>();
  const hasHours = hasTimes(useCompany().times);
  const more = [
    ...(people.length > 0 ? [{ id: 'people', heading: t('people.heading') }] : []),
    ...(hasHours ? [{ id: 'hours', heading: t('reachable') }] : []),
    ...(memberships.length > 0 ? [{ id: 'memberships', heading: t('memberships') }] : []),
  ];
  return (
    <ArticlePage article={article} more={more}>
      <PeopleList people={people} />
      {hasHours && (
        <section id="hours" className="grid gap-5">
          <h2 className="text-h2">{t('reachable')}</h2>
          <CompanyTimesPanel />
        </section>
      )}
      <MembershipList memberships={memberships} />
    </ArticlePage>
  );
}
