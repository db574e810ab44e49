import { useTranslation } from 'react-i18next';
import { intentFieldName } from '#app/forms/field-names.ts';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { Consent } from '../consent.ts';
import { analyticsFieldName, consentIntents, marketingFieldName } from '../consent-intent.ts';
import { preferencesPath } from '../preferences-path.ts';

/**
 * The consent preferences by category (spec, section 4). On other pages, a script shows this form in a dialog. Pressing
 * Enter activates the first button.
 */
export function PreferencesForm({ consent }: { consent: Consent | undefined }) {
  const { t } = useTranslation('consent');
  const action = pathIn(useFormLanguage(), preferencesPath);
  return (
    <form
      method="post"
      action={action}
      data-consent-form
      data-saved-message={t('said.saved')}
      data-reset-message={t('said.forgotten')}
      data-close={t('form.close')}
      className="grid gap-5"
    >
      <h2 id="consent-heading" className="text-h3 font-semibold">
        {t('form.heading')}
      </h2>
      <div className="consent-group">
        <p>
          <Icon name="check" className="h-6 w-6 text-action" />
          {t('form.essential')} <span className="text-small font-normal text-ink-muted">({t('form.always')})</span>
        </p>
        <p>{t('form.essential_text')}</p>
      </div>
      <OptionalCategory name={analyticsFieldName} label={t('form.analytics')} isAllowed={consent?.analytics}>
        {t('form.analytics_text')}
      </OptionalCategory>
      <OptionalCategory name={marketingFieldName} label={t('form.marketing')} isAllowed={consent?.marketing}>
        {t('form.marketing_text')}
      </OptionalCategory>
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="primary"
          type="submit"
          name={intentFieldName}
          value={consentIntents.save}
          className="col-span-2"
        >
          {t('form.save')}
        </Button>{' '}
        <Button
          variant="secondary"
          type="submit"
          name={intentFieldName}
          value={consentIntents.accept}
          className="!px-2"
        >
          {t('form.accept')}
        </Button>{' '}
        <Button variant="secondary" type="submit" name={intentFieldName} value={consentIntents.deny} className="!px-2">
          {t('form.deny')}
        </Button>
      </div>
      <button
        type="submit"
        name={intentFieldName}
        value={consentIntents.reset}
        className="min-h-11 justify-self-start text-start text-action underline"
      >
        {t('form.reset')}
      </button>
    </form>
  );
}

/** The checkbox and the purpose of a category that requires consent. */
function OptionalCategory({
  name,
  label,
  isAllowed = false,
  children,
}: {
  name: string;
  label: string;
  isAllowed?: boolean;
  children: string;
}) {
  const id = `consent-${name}`;
  return (
    <div className="consent-group">
      <label className="cursor-pointer">
        <input type="checkbox" name={name} defaultChecked={isAllowed} aria-describedby={id} />
        {label}
      </label>
      <p id={id}>{children}</p>
    </div>
  );
}
