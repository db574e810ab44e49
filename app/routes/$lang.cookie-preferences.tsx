import {
  type ActionFunctionArgs,
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  redirect,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { readConsentCookie } from '#app/consent/consent.ts';
import { consentHeaders } from '#app/consent/consent-headers.server.ts';
import { consentIntents, parseConsentChoice, returnPathFieldName } from '#app/consent/consent-intent.ts';
import { preferencesPath } from '#app/consent/preferences-path.ts';
import { ConsentStatus } from '#app/consent/view/consent-status.tsx';
import { PreferencesForm } from '#app/consent/view/preferences-form.tsx';
import { PageIntro } from '#app/content/blocks/page-intro.tsx';
import { Sections } from '#app/content/blocks/prose.tsx';
import { contentOf } from '#app/content/copy/content-of-request.server.ts';
import type { PageHandle } from '#app/content/frame/current-page.ts';
import { sameOriginPath } from '#app/content/site/same-origin-path.ts';
import { publicOrigin } from '#app/env/origin.server.ts';
import { intentFieldName } from '#app/forms/field-names.ts';
import { submittedText } from '#app/forms/submitted-text.ts';
import { documentLanguageOf } from '#app/i18n/language-choice.server.ts';
import { isLanguage, languageCodes, pathIn } from '#app/i18n/languages.ts';
import { i18n } from '#app/i18n/texts/i18n.server.ts';
import { requireOneOf } from '#app/problems/not-found.server.ts';
import { services } from '#app/services.server.ts';
import { noFiles } from '#app/uploads/receive/no-files.ts';
import { readUpload } from '#app/uploads/receive/read-upload.server.ts';

export const handle: PageHandle = { i18n: ['consent'], keepsIconsInFile: true };

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** Never cached, because the page shows the visitor's own choice. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { content } = contentOf({ request, context }, await services());
  const language = documentLanguageOf({ request, context });
  const t = await i18n.getFixedT(language, 'consent');
  return json(
    {
      page: { title: t('title'), description: t('description'), name: t('heading') },
      consent: readConsentCookie(request.headers.get('Cookie')),
      wasJustSaved: new URL(request.url).searchParams.has(savedParameter),
      // The cookies policy does not exist in form-only languages.
      storageSections: isLanguage(language)
        ? content['cookies-policy'].sections.filter(({ id }) => id === 'necessary' || id === 'with-consent')
        : [],
    },
    { headers: { 'Cache-Control': 'no-store' } },
  );
}

/** Query parameter that is set when a choice has just been saved. */
const savedParameter = 'saved';

/** Saves or resets the choice made here or in another page's banner, and redirects (303) back to that page. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  // Actions run before the loader that validates the language.
  requireOneOf(languageCodes, params.lang);
  const { env } = await services();
  const origin = publicOrigin(request, env);
  const preferences = pathIn(documentLanguageOf({ request, context }), preferencesPath);
  const { fields, problem } = await readUpload(request, noFiles);
  const choice = parseConsentChoice(
    submittedText(fields, intentFieldName) ?? consentIntents.save,
    // Only a ticked checkbox means consent.
    (name) => fields.get(name) === 'on',
  );
  if (problem || !choice) return redirect(origin + preferences, 303);
  const returnPath =
    sameOriginPath(submittedText(fields, returnPathFieldName) ?? null) ??
    `${preferences}${preferences.includes('?') ? '&' : '?'}${savedParameter}`;
  return redirect(origin + returnPath, { status: 303, headers: consentHeaders(request, choice, origin) });
}

export default function CookiePreferencesPage() {
  const { t } = useTranslation('consent');
  const { consent, wasJustSaved, storageSections } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="page">
      {wasJustSaved && <ConsentStatus consent={consent} />}
      <PageIntro heading={t('heading')} lead={t('lead')} />
      <div className="grid max-w-form gap-10">
        <section aria-labelledby="consent-heading" className="rounded-card bg-surface-raised p-5 shadow-raised md:p-10">
          <PreferencesForm consent={consent} />
        </section>
        <Sections sections={storageSections} />
      </div>
    </main>
  );
}
