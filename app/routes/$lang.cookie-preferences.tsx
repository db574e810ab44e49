import {
  json,
  redirect,
  type ActionFunctionArgs,
  type HeadersFunction,
  type LoaderFunctionArgs,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { consentHeaders } from '#app/consent/consent-headers.server.ts';
import { backFieldName, choiceOf, consentIntents } from '#app/consent/consent-intent.ts';
import { consentIn } from '#app/consent/consent.ts';
import { ConsentStatus } from '#app/consent/consent-status.tsx';
import { PreferencesForm } from '#app/consent/preferences-form.tsx';
import { preferencesPath } from '#app/consent/preferences-path.ts';
import type { PageHandle } from '#app/content/current-page.ts';
import { PageIntro } from '#app/content/page-intro.tsx';
import { Sections } from '#app/content/prose.tsx';
import { i18n } from '#app/i18n/i18n.server.ts';
import { languageOfPath, pathIn } from '#app/i18n/languages.ts';
import { services } from '#app/services.server.ts';
import { intentFieldName } from '#app/uploads/field-names.ts';
import { readUpload } from '#app/uploads/read-upload.server.ts';
import { contentOf } from './content-of-request.server.ts';
import { sentText } from './form-post.server.ts';
import { notFound } from './not-found.server.ts';
import { originOf } from './origin.server.ts';
import { ownPath } from './own-path.ts';

export const handle: PageHandle = { i18n: ['consent'] };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** It shows one visitor's choice: never stored on the way. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { content } = await contentOf(request);
  const t = await i18n.getFixedT(request, 'consent');
  return json(
    {
      page: { title: t('title'), description: t('description'), name: t('heading') },
      consent: consentIn(request.headers.get('Cookie')),
      isNews: new URL(request.url).searchParams.has(newsParameter),
      stored: content['cookies-policy'].sections.filter(({ id }) => id === 'necessary' || id === 'with-consent'),
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** The address says that something has just been chosen. */
const newsParameter = 'saved';

/** A file has no business here. */
const noFiles = { receive: () => Promise.resolve(undefined), discard: () => Promise.resolve() };

/** Keeps or forgets what was chosen, here or with the banner of a page: 303 back to it, or to what holds now. */
export async function action({ request }: ActionFunctionArgs) {
  const language = languageOfPath(new URL(request.url).pathname);
  // An action runs before the loader that checks the language.
  if (!language) throw notFound();
  const { env } = await services();
  const origin = originOf(request, env);
  const own = pathIn(language, preferencesPath);
  const { fields, problem } = await readUpload(request, noFiles);
  const choice = choiceOf(
    sentText(fields, intentFieldName) ?? consentIntents.save,
    // Nothing but a ticked box is a yes.
    (name) => fields.get(name) === 'on',
  );
  if (problem || !choice) return redirect(origin + own, 303);
  const back = ownPath(sentText(fields, backFieldName) ?? null) ?? `${own}?${newsParameter}`;
  return redirect(origin + back, { status: 303, headers: consentHeaders(request, choice, origin) });
}

export default function CookiePreferencesPage() {
  const { t } = useTranslation('consent');
  const { consent, isNews, stored } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      {isNews && <ConsentStatus consent={consent} />}
      <PageIntro heading={t('heading')} lead={t('lead')} />
      <div className="grid max-w-form gap-10">
        <section aria-labelledby="consent-heading" className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10">
          <PreferencesForm consent={consent} />
        </section>
        <Sections sections={stored} />
      </div>
    </main>
  );
}
