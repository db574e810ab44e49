import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import flightMap from 'virtual:flight-map.svg';
import { UrgentCall } from '#app/company/urgent-call.tsx';
import { Hero } from '#app/content/blocks/hero.tsx';
import { JourneyStepper } from '#app/content/blocks/journey-stepper.tsx';
import { CheckList } from '#app/content/blocks/prose.tsx';
import { ServiceCards } from '#app/content/blocks/service-cards.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { type FormActionData, keepFormWhenOffline } from '#app/enquiries/form-action-data.ts';
import {
  EvacuationErrorSummary,
  EvacuationForm,
  useEvacuationForm,
} from '#app/enquiries/kinds/evacuation/evacuation-form.tsx';
import { evacuationKind } from '#app/enquiries/kinds/evacuation/evacuation-kind.server.ts';
import { FlightSearchSection } from '#app/flights/search/search-section.tsx';
import { earliestToday } from '#app/i18n/format/dates.ts';
import { services } from '#app/services.server.ts';
import { postEnquiry } from '#app/submissions/enquiry-post.server.ts';
import { StaticPart } from '#app/ui/static-part.tsx';

export const handle: PageHandle = {
  i18n: ['evacuation', 'flight-search', 'forms', 'airports'],
  startsReact: 'when-touched',
};

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const { head, ...home } = content.home;
  return { page: { ...head, form: 'evacuation', picture: flightMap }, home, earliestDate: earliestToday(new Date()) };
}

/**
 * Loader data changes only when the visitor navigates to another page, so a submission leaves nothing to revalidate. If
 * revalidation failed because of a lost connection, the form would be lost.
 */
export const shouldRevalidate = () => false;

export const action = (args: ActionFunctionArgs) => postEnquiry(args, evacuationKind);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepFormWhenOffline(() => serverAction<FormActionData>());

export default function Home() {
  const { t: evacuation } = useTranslation('evacuation');
  const { home, earliestDate } = useLoaderData<typeof loader>();
  const form = useEvacuationForm(useActionData<FormActionData>());
  return (
    <main id="content">
      <div className="mx-auto max-w-page px-4 [&:not(:empty)]:py-8">
        <EvacuationErrorSummary form={form} />
      </div>
      <Hero heading={home.heading} slides={home.slides} />
      <div className="page">
        <p className="max-w-reading text-lead">{home.lead}</p>
        <JourneyStepper journey={home.journey} />
        <div className="grid gap-8 lg:grid-cols-[1fr_38rem] lg:gap-14">
          <section aria-labelledby="request" className="grid content-start gap-5">
            <h2 id="request" className="text-h2">
              {home.request.heading}
            </h2>
            <StaticPart id="request-points" className="grid content-start gap-5">
              {import.meta.env.SSR && (
                <>
                  <UrgentCall />
                  <p className="text-lead text-ink-muted">{home.request.lead}</p>
                  <CheckList items={home.request.points} />
                </>
              )}
            </StaticPart>
          </section>
          <section
            id="evacuation-section"
            aria-labelledby="evacuation-heading"
            className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10"
          >
            <h2 id="evacuation-heading" className="mb-6 text-h2">
              {evacuation('form.heading')}
            </h2>
            <EvacuationForm form={form} earliestDate={earliestDate} />
          </section>
        </div>
        <FlightSearchSection earliestDate={earliestDate} pageHasAirportDatalist />
        <section aria-labelledby="services" className="grid gap-6">
          <div className="grid gap-2">
            <h2 id="services" className="text-h2">
              {home.services.heading}
            </h2>
            <p className="max-w-reading text-ink-muted">{home.services.lead}</p>
          </div>
          <StaticPart id="service-cards">
            {import.meta.env.SSR && <ServiceCards cards={home.services.cards} />}
          </StaticPart>
        </section>
      </div>
    </main>
  );
}
