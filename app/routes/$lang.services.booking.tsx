import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { ProblemDialog } from '#app/enquiries/form/problem-dialog.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { BookingErrorSummary, BookingForm, useBookingForm } from '#app/enquiries/kinds/booking/booking-form.tsx';
import { bookingFormChoice } from '#app/enquiries/kinds/booking/booking-form-choice.server.ts';
import { FlightRequestLink } from '#app/flights/search/flight-request-link.tsx';
import { FlightSearchSection } from '#app/flights/search/search-section.tsx';
import { flightSearchId } from '#app/flights/search/search-section-id.ts';
import { earliestToday } from '#app/i18n/format/dates.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { StaticPart } from '#app/ui/static-part.tsx';

export const handle: PageHandle = {
  i18n: ['booking', 'flight-search', 'forms', 'airports'],
  startsReact: 'on-form-interaction',
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const findsFlights = site.env.FLIGHTS !== 'none';
  const t = await i18n.getFixedT(language, findsFlights ? 'flight-search' : 'flight-booking');
  const { head, ...article } = content['services/booking'];
  const parent = { name: content.services.heading, path: '/services' };
  return {
    page: describeArticle({ head, ...article }, { parent, form: 'booking' }),
    article,
    findsFlights,
    flightsHeading: t('form.heading'),
    earliestDate: earliestToday(new Date()),
  };
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, bookingFormChoice);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function BookingPage() {
  const { t } = useTranslation('booking');
  const { article, findsFlights, flightsHeading, earliestDate } = useLoaderData<typeof loader>();
  const form = useBookingForm(useActionData<FormActionData>());
  return (
    <FormArticle
      article={article}
      forms={[
        { id: flightSearchId, heading: flightsHeading },
        { id: 'hotel-form', heading: t('hotel.heading') },
        { id: 'chauffeur-form', heading: t('chauffeur.heading') },
      ]}
      problems={<BookingErrorSummary form={form} />}
    >
      {findsFlights ? (
        <FlightSearchSection earliestDate={earliestDate} />
      ) : (
        <StaticPart id="flight-request">{import.meta.env.SSR && <FlightRequestLink />}</StaticPart>
      )}
      <BookingForm form={form} earliestDate={earliestDate} />
      <ProblemDialog form={form} />
    </FormArticle>
  );
}
