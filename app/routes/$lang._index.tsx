import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { UrgentCall } from '#app/company/urgent-call.tsx';
import flightMap from '#app/content/blocks/flight-map.svg';
import { Hero } from '#app/content/blocks/hero.tsx';
import { JourneyStepper } from '#app/content/blocks/journey-stepper.tsx';
import { CheckList } from '#app/content/blocks/prose.tsx';
import { Question } from '#app/content/blocks/question.tsx';
import { ServiceRows } from '#app/content/blocks/service-rows.tsx';
import { TitledList } from '#app/content/blocks/titled-list.tsx';
import { WaysToBegin } from '#app/content/blocks/ways-to-begin.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { type FormActionData, keepFormOnFailure } from '#app/enquiries/form-action-data.ts';
import { callBackPath } from '#app/enquiries/kinds/call-back/call-back-fields.ts';
import {
  EvacuationErrorSummary,
  EvacuationForm,
  useEvacuationForm,
} from '#app/enquiries/kinds/evacuation/evacuation-form.tsx';
import { evacuationKind } from '#app/enquiries/kinds/evacuation/evacuation-kind.server.ts';
import { FlightRequestLink } from '#app/flights/search/flight-request-link.tsx';
import { FlightSearchCard } from '#app/flights/search/search-section.tsx';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { respondWithPrefilledPage } from '#app/submissions/prefilled-page.server.ts';
import { StaticPart } from '#app/ui/static-part.tsx';

/** Element id of the request form, to which the slides link as well. */
const evacuationSectionId = 'evacuation-section';

/** What families ask first: ids of questions in the help centre. */
const firstQuestions = ['costs-and-payment', 'medical-flight', 'is-it-really-you'];

export const handle: PageHandle = {
  i18n: ['evacuation', 'first-call', 'flight-search', 'forms', 'airports'],
  startsReact: 'on-form-interaction',
};

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const site = await services();
  const { language, content } = contentOf({ request, context }, site);
  const { head, ...home } = content.home;
  const questions = firstQuestions.flatMap((id) => content['help-center'].items.filter((item) => item.id === id));
  const page = { ...head, form: 'evacuation', picture: flightMap };
  const findsFlights = site.env.FLIGHTS !== 'none';
  return respondWithPrefilledPage(request, language, { page, home, questions, findsFlights });
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, evacuationKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormOnFailure(() => serverAction<FormActionData>());

export default function Home() {
  const { t: evacuation } = useTranslation('evacuation');
  const { home, questions, findsFlights, prefilled, earliestDate } = useLoaderData<typeof loader>();
  const form = useEvacuationForm(useActionData<FormActionData>() ?? prefilled);
  return (
    <main id="content">
      <div className="mx-auto max-w-page px-4 [&:not(:empty)]:py-8">
        <EvacuationErrorSummary form={form} />
      </div>
      <StaticPart id="slides">{import.meta.env.SSR && <Hero heading={home.heading} slides={home.slides} />}</StaticPart>
      <div className="page">
        <StaticPart id="introduction" className="grid gap-4 md:gap-6">
          {import.meta.env.SSR && (
            <>
              <div className="grid gap-4 md:gap-6 lg:grid-cols-[1fr_26rem] lg:gap-14">
                <p className="max-w-reading sm:text-lead">{home.lead}</p>
                <WaysToBegin ways={home.ways} urgentHref="#request" />
              </div>
              <ul data-facts className="fact-strip">
                {home.facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </>
          )}
        </StaticPart>
        <StaticPart id="journey-steps">{import.meta.env.SSR && <JourneyStepper journey={home.journey} />}</StaticPart>
        <div className="grid gap-6 lg:grid-cols-[1fr_38rem] lg:gap-14">
          <section aria-labelledby="request" className="beside-form grid content-start gap-4">
            <h2 id="request" className="text-h2">
              {home.request.heading}
            </h2>
            <StaticPart id="request-points" className="grid content-start gap-4">
              {import.meta.env.SSR && (
                <>
                  <UrgentCall callBackPath={callBackPath} />
                  <p className="hidden text-lead text-ink-muted sm:block">{home.request.lead}</p>
                  <div className="hidden sm:block">
                    <CheckList items={home.request.points} />
                  </div>
                </>
              )}
            </StaticPart>
          </section>
          <section id={evacuationSectionId} aria-labelledby="evacuation-heading" className="home-form">
            <h2 id="evacuation-heading" className="mb-4 text-h2 md:mb-6">
              {evacuation('form.heading')}
            </h2>
            <EvacuationForm form={form} earliestDate={earliestDate} isCollapsed />
          </section>
        </div>
        <section aria-labelledby="services" className="grid gap-4 md:gap-6">
          <div className="grid gap-1">
            <h2 id="services" className="text-h2">
              {home.services.heading}
            </h2>
            <p className="max-w-reading text-ink-muted">{home.services.lead}</p>
          </div>
          <StaticPart id="service-cards">
            {import.meta.env.SSR && <ServiceRows cards={home.services.cards} />}
          </StaticPart>
        </section>
        <StaticPart id="flight-search-card">
          {import.meta.env.SSR &&
            (findsFlights ? <FlightSearchCard earliestDate={earliestDate} /> : <FlightRequestLink />)}
        </StaticPart>
        <StaticPart id="trust" className="lazy grid gap-8 md:gap-10 lg:grid-cols-2 lg:gap-14">
          {import.meta.env.SSR && (
            <>
              <TitledList id="limits" heading={home.limits.heading} more={home.limits.more}>
                {home.limits.points.map((point) => (
                  <li key={point} className="limit">
                    {point}
                  </li>
                ))}
              </TitledList>
              <TitledList id="questions" heading={home.questions.heading} more={home.questions.more}>
                {questions.map((item) => (
                  <li key={item.id}>
                    <Question item={item} />
                  </li>
                ))}
              </TitledList>
            </>
          )}
        </StaticPart>
      </div>
    </main>
  );
}
