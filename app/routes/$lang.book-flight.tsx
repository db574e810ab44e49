import { type ActionFunctionArgs, type HeadersFunction, json, type LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { privateHeaders } from '#app/content/frame/private-headers.server.ts';
import { describeArticle } from '#app/content/pages/describe-article.ts';
import { FormArticle } from '#app/content/pages/form-article.tsx';
import { isDatabaseUnavailable } from '#app/database/database-error.ts';
import { ProblemDialog } from '#app/enquiries/form/problem-dialog.tsx';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import type { JourneyPreset } from '#app/enquiries/kinds/flight-booking/flight-booking-fields.ts';
import {
  FlightBookingErrorSummary,
  FlightBookingForm,
  journeyOf,
  useFlightBookingForm,
} from '#app/enquiries/kinds/flight-booking/flight-booking-form.tsx';
import { flightBookingKind } from '#app/enquiries/kinds/flight-booking/flight-booking-kind.server.ts';
import { readChosenFlight } from '#app/flights/hand-off/read-chosen-flight.server.ts';
import { queryParams } from '#app/flights/model/flight-query.ts';
import { flightQueryFieldNames } from '#app/flights/model/flight-query-fields.ts';
import { requestParamNames } from '#app/flights/model/request-url.ts';
import type { Searches } from '#app/flights/searches/searches.server.ts';
import { formatIsoDate, isIsoDate } from '#app/i18n/format/dates.ts';
import type { Language } from '#app/i18n/languages.ts';
import { codeFromText } from '#app/places/airports/airport-codes.ts';
import { flightPlaceLabel } from '#app/places/field/flight-place.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';

export const handle: PageHandle = { i18n: ['flight-booking', 'forms'], startsReact: 'on-form-interaction' };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/**
 * Loads the form that requests a flight booking. In the query, `search` and `offer` are the ids of a search and of one
 * of its fares; the other parameters are those of the flight search, which fill in the form if that search is gone.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const { head, ...article } = content['book-flight'];
  const { searchParams } = new URL(request.url);
  const isPrefilled = [...requestParamNames, ...flightQueryFieldNames].some((name) => searchParams.has(name));
  const preset = isPrefilled ? await journeyPreset(site.searches, searchParams, language) : {};
  const page = describeArticle({ head, ...article }, { form: 'flight-booking' });
  return json(
    // The journey is personal, so the page must not be cached.
    { page: isPrefilled ? { ...page, isPrivate: true, callBack: 'link' as const } : page, article, preset },
    { headers: isPrefilled ? privateHeaders() : undefined },
  );
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, flightBookingKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function BookFlightPage() {
  const { t } = useTranslation('flight-booking');
  const { article, preset } = useLoaderData<typeof loader>();
  const form = useFlightBookingForm(useActionData<FormActionData>());
  const heading = journeyOf(form, preset).flights ? t('form.heading_flight') : t('form.heading');
  return (
    <FormArticle
      article={article}
      forms={[{ id: 'request', heading }]}
      problems={<FlightBookingErrorSummary form={form} />}
    >
      <section
        id="request"
        aria-labelledby="request-heading"
        className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
      >
        <h2 id="request-heading" className="mb-2 text-h2">
          {heading}
        </h2>
        <p className="mb-6 text-ink-muted">{t('form.lead')}</p>
        <FlightBookingForm form={form} preset={preset} />
        <ProblemDialog form={form} />
      </section>
    </FormArticle>
  );
}

/** Returns the journey that a URL describes, for the form. Texts are shortened to the form's limits. */
async function journeyPreset(searches: Searches, params: URLSearchParams, language: Language): Promise<JourneyPreset> {
  const { query, flight } = await readChosenFlight(searches, {
    searchId: params.get('search'),
    fareId: params.get('offer'),
  }).catch((error: unknown) => {
    // The form works without the flight, and a submitted form contains it already.
    if (isDatabaseUnavailable(error)) return { query: undefined, flight: undefined };
    throw error;
  });
  const known = query ? queryParams(query) : params;
  const text = (name: (typeof flightQueryFieldNames)[number]) => (known.get(name) ?? '').slice(0, 200);
  const place = (end: 'origin' | 'destination') => {
    const code = codeFromText(text(end));
    return code === undefined ? text(end) : flightPlaceLabel(code, language);
  };
  const dates = [text('depart_date'), text('return_date')].filter(Boolean);
  return {
    origin: place('origin'),
    destination: place('destination'),
    adults: text('adults'),
    children: text('children'),
    infants: text('infants'),
    cabin: text('travelClass'),
    ...(flight
      ? {
          flights: flight.lines.join('\n'),
          price: flight.price,
          price_seen_at: String(flight.seenAt),
          seller: flight.seller,
          ...(flight.isSample && { sample: 'on' }),
        }
      : { dates: dates.map((date) => (isIsoDate(date) ? formatIsoDate(date, language) : date)).join(' – ') }),
  };
}
