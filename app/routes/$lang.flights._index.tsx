import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { Page, PageHandle } from '#app/content/frame/current-page.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { FlightRequestLink } from '#app/flights/search/flight-request-link.tsx';
import { FlightSearchSection } from '#app/flights/search/search-section.tsx';
import { flightSearchId } from '#app/flights/search/search-section-id.ts';
import { earliestToday } from '#app/i18n/format/dates.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { services } from '#app/services.server.ts';
import { StaticPart } from '#app/ui/static-part.tsx';

export const handle: PageHandle = { i18n: ['flight-search', 'forms', 'airports'], startsReact: 'on-form-interaction' };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const findsFlights = site.env.FLIGHTS !== 'none';
  const t = await i18n.getFixedT(language, findsFlights ? 'flight-search' : 'flight-booking');
  const { head, ...article } = content.flights;
  const page: Page = { ...head, name: article.heading, callBack: 'link' };
  return {
    page,
    article,
    findsFlights,
    searchHeading: t('form.heading'),
    earliestDate: earliestToday(new Date()),
  };
}

/** The search form, who sells the tickets, and how airlines help a patient. */
export default function FlightsPage() {
  const { article, findsFlights, searchHeading, earliestDate } = useLoaderData<typeof loader>();
  return (
    <FormArticle article={article} forms={[{ id: flightSearchId, heading: searchHeading }]} problems={null}>
      {findsFlights ? (
        <FlightSearchSection earliestDate={earliestDate} />
      ) : (
        <StaticPart id="flight-request">{import.meta.env.SSR && <FlightRequestLink />}</StaticPart>
      )}
    </FormArticle>
  );
}
