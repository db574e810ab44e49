import { useTranslation } from 'react-i18next';
import { intentFieldName } from '#app/forms/field-names.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { RenderedOnce } from '#app/ui/rendered-once.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { consentIntents, returnPathFieldName } from '../consent-intent.ts';
import { preferencesPath } from '../preferences-path.ts';

/**
 * The consent banner (spec, section 4): accepting and denying are equally easy. With JavaScript, it appears when the
 * browser is idle, and scripts handle its buttons; without JavaScript, it is a form at the end of the page.
 *
 * On a page with a form, the buttons submit that form, so that the response can restore its input. Text browsers ignore
 * `form` attributes and submit the banner's own form.
 */
export function ConsentBanner(props: ConsentPromptProps) {
  return (
    <StaticPart
      id="consent"
      as="section"
      aria-labelledby="consent-banner"
      data-consent-banner
      className="consent-banner no-print"
    >
      {import.meta.env.SSR && <ConsentPrompt {...props} />}
    </StaticPart>
  );
}

interface ConsentPromptProps {
  /** Id of the page's form, if it has one. */
  form: string | undefined;
  /** Path of the page to return to. */
  returnPath: string;
}

function ConsentPrompt({ form, returnPath }: ConsentPromptProps) {
  const { t } = useTranslation('frame');
  const { t: common } = useTranslation();
  const language = useFormLanguage();
  return (
    <form
      method="post"
      action={pathIn(language, preferencesPath)}
      data-saved-message={common('consent.saved')}
      className="consent-prompt"
    >
      <input type="hidden" name={returnPathFieldName} value={returnPath} />
      <RenderedOnce id={`consent ${language}`}>
        <Question />
      </RenderedOnce>
      {/* The space separates the buttons in text browsers, which show them on one line. */}
      <div className="grid grid-cols-2 gap-3">
        <ChoiceButton intent={consentIntents.accept} form={form} label={t('consent.accept')} />{' '}
        <ChoiceButton intent={consentIntents.deny} form={form} label={t('consent.deny')} />
      </div>
    </form>
  );
}

/**
 * Takes one line on a phone and says what there is to decide; the preferences page explains it (docs/decisions/0019).
 */
function Question() {
  const { t } = useTranslation('frame');
  const preferences = pathIn(useFormLanguage(), preferencesPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h2 id="consent-banner" className="font-semibold">
        {t('consent.title')}
      </h2>
      <a href={preferences} className="inline-flex min-h-11 items-center text-action underline">
        {t('consent.more')}
      </a>
    </div>
  );
}

/** Accept and deny have the same appearance. */
function ChoiceButton({ intent, form, label }: { intent: string; form: string | undefined; label: string }) {
  return (
    <button
      type="submit"
      name={intentFieldName}
      value={intent}
      className={`${buttonClass('secondary')} !px-2`}
      {...(form && { form, formNoValidate: true })}
    >
      {label}
    </button>
  );
}
