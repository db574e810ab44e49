import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { intentFieldName } from '#app/uploads/field-names.ts';
import { backFieldName, consentIntents } from './consent-intent.ts';
import { preferencesPath } from './preferences-path.ts';

/**
 * Asks what may be stored on the device (spec, section 4): yes and no are equally easy. Where scripts run, one of
 * them shows it when the browser is idle and answers its buttons; elsewhere it is the end of the page, and a form.
 *
 * On a page with a form its buttons belong to that form, whose answer brings back what was typed and chosen. Text browsers
 * know no such buttons: to them they are this form's own.
 */
export function ConsentBanner({
  form,
  back,
}: {
  /** Id of the page's own form. */
  form: string | undefined;
  /** Path of the page, to come back to. */
  back: string;
}) {
  const { t } = useTranslation();
  const preferences = pathIn(useLanguage(), preferencesPath);
  return (
    // A script marks it before React sees it.
    <section
      aria-labelledby="consent-banner"
      data-consent-banner
      className="consent-banner no-print"
      suppressHydrationWarning
    >
      <form method="post" action={preferences} data-said={t('consent.saved')} className="consent-ask">
        <input type="hidden" name={backFieldName} value={back} />
        <div>
          <div className="flex flex-wrap items-center justify-between gap-x-4">
            <h2 id="consent-banner" className="font-semibold">
              {t('consent.title')}
            </h2>
            <a href={preferences} className="inline-flex min-h-11 items-center text-action underline">
              {t('consent.more')}
            </a>
          </div>
          <p>{t('consent.text')}</p>
        </div>
        {/* Text browsers show these in one line: the blank keeps them apart. */}
        <div className="grid grid-cols-2 gap-3">
          <ChoiceButton intent={consentIntents.give} form={form} label={t('consent.accept')} />{' '}
          <ChoiceButton intent={consentIntents.deny} form={form} label={t('consent.deny')} />
        </div>
      </form>
    </section>
  );
}

/** Yes and no look alike. */
function ChoiceButton({ intent, form, label }: { intent: string; form: string | undefined; label: string }) {
  return (
    <button
      type="submit"
      name={intentFieldName}
      value={intent}
      className={`${buttonClass('quiet')} !px-2`}
      {...(form && { form, formNoValidate: true })}
    >
      {label}
    </button>
  );
}
