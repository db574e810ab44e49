import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, type ClientActionFunctionArgs } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { PageHandle } from '#app/content/current-page.ts';
import { FormArticle } from '#app/content/form-article.tsx';
import { BookingForm, BookingProblems, useBookingForm } from '#app/enquiries/booking/booking-form.tsx';
import { bookingRecipes } from '#app/enquiries/booking/booking-recipes.server.ts';
import { keepFormWhenOffline, type FormAnswer } from '#app/enquiries/form-answer.ts';
import { ProblemDialog } from '#app/enquiries/problem-dialog.tsx';
import { flightSearchId, FlightSearchSection } from '#app/flights/search/search-section.tsx';
import { earliestToday } from '#app/i18n/dates.ts';
import { contentOf } from './content-of-request.server.ts';
import { postEnquiry } from './enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['booking', 'flight-search', 'forms', 'airports'], needsReact: true };

export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const { head, ...article } = content['services/booking'];
  const parent = { name: content.services.heading, path: '/services' };
  return {
    page: { ...head, name: article.heading, parent, form: 'booking' },
    article,
    earliestDate: earliestToday(new Date()),
  };
}

/** A page's data changes with the page only; asked again after a post, a lost connection would take the form away. */
export const shouldRevalidate = () => false;

export const action = (post: ActionFunctionArgs) => postEnquiry(post, bookingRecipes);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormAnswer>());

export default function BookingPage() {
  const { t } = useTranslation('booking');
  const { t: flights } = useTranslation('flight-search');
  const { article, earliestDate } = useLoaderData<typeof loader>();
  const request = useBookingForm(useActionData<FormAnswer>());
  return (
    <FormArticle
      article={article}
      forms={[
        { id: flightSearchId, heading: flights('form.heading') },
        { id: 'hotel-form', heading: t('hotel.heading') },
        { id: 'chauffeur-form', heading: t('chauffeur.heading') },
      ]}
      problems={<BookingProblems request={request} />}
    >
      <FlightSearchSection earliestDate={earliestDate} />
      <BookingForm request={request} earliestDate={earliestDate} />
      <ProblemDialog request={request} />
    </FormArticle>
  );
}
