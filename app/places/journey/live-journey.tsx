import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { intentFieldName, showJourneyIntent } from '#app/forms/field-names.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { isJourneyField, journeyFields, journeysPath } from './journey-fields.ts';
import { JourneyFigure } from './journey-figure.tsx';
import type { JourneyView } from './journey-view.ts';

/**
 * The journey that a form describes, at a glance: shown as soon as both places are understood. Without JavaScript, a
 * button reloads the page with the journey. Place it below the fields, so that it does not shift a field that is being
 * filled in.
 * @param known the journey that the server has rendered the page with; null if the visitor asked for it and there is
 * none
 */
export function LiveJourney({
  formId,
  action,
  known,
}: {
  formId: string;
  action: string;
  known: JourneyView | null | undefined;
}) {
  const { t } = useTranslation('airports');
  const journey = useJourney(formId, known ?? undefined);
  const id = `${formId}-journey`;
  return (
    <>
      <div id={id} className="no-script-only grid justify-items-start gap-2">
        <button
          type="submit"
          name={intentFieldName}
          value={showJourneyIntent}
          formAction={`${action}#${id}`}
          formNoValidate
          className={buttonClass('secondary')}
        >
          {t('show_journey')}
        </button>
        {known === null && <p>{t('no_journey')}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {journey !== known && journey?.announcement}
      </p>
      {journey && <JourneyFigure journey={journey} />}
    </>
  );
}

/** Returns the journey that a form describes, and follows its changes. */
function useJourney(formId: string, known: JourneyView | undefined): JourneyView | undefined {
  const language = useFormLanguage();
  const [journey, setJourney] = useState(known);
  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    let shown: string | undefined;
    let loading = new AbortController();
    const update = () => {
      const fields = journeyFields(form, language);
      if (fields?.toString() === shown) return;
      shown = fields?.toString();
      loading.abort();
      loading = new AbortController();
      if (!fields) {
        setJourney(undefined);
        return;
      }
      const { signal } = loading;
      load(fields, signal).then(setJourney, (error: unknown) => {
        if (signal.aborted) return;
        // The form works without a journey, but must not show an outdated one. The next change tries again.
        shown = undefined;
        setJourney(undefined);
        console.warn('Could not load the journey.', error);
      });
    };
    const onChange = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && isJourneyField(target.name)) update();
    };
    if (known) {
      shown = journeyFields(form, language)?.toString();
      setJourney(known);
    } else {
      update();
    }
    form.addEventListener('change', onChange);
    return () => {
      form.removeEventListener('change', onChange);
      loading.abort();
    };
  }, [formId, language, known]);
  return journey;
}

async function load(fields: URLSearchParams, signal: AbortSignal): Promise<JourneyView | undefined> {
  const response = await fetch(journeysPath, { method: 'POST', body: fields, signal });
  if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  return ((await response.json()) as JourneyView | null) ?? undefined;
}
