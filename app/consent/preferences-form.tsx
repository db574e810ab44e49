import { useTranslation } from 'react-i18next';
import { LineIcon } from '#app/ui/icon.tsx';
import { Button } from '#app/ui/button.tsx';
import { intentFieldName } from '#app/uploads/field-names.ts';
import { analyticsFieldName, consentIntents, marketingFieldName } from './consent-intent.ts';
import type { Consent } from './consent.ts';

/**
 * What may be stored, group by group (spec, section 4). The enhancement script takes it into a dialog on other pages; its
 * first button is the one that Enter presses.
 */
export function PreferencesForm({ consent }: { consent: Consent | undefined }) {
  const { t } = useTranslation('consent');
  return (
    <form
      method="post"
      data-consent-form
      data-said={t('said.saved')}
      data-forgotten={t('said.forgotten')}
      data-close={t('form.close')}
      className="grid gap-5"
    >
      <h2 id="consent-heading" className="text-h3 font-semibold">
        {t('form.heading')}
      </h2>
      <div className="consent-group">
        <LineIcon name="check" className="text-action" />
        <p>
          <span className="font-semibold">{t('form.essential')}</span>{' '}
          <span className="text-small text-ink-muted">({t('form.always')})</span>
          <span className="block text-small">{t('form.essential_text')}</span>
        </p>
      </div>
      <Group name={analyticsFieldName} label={t('form.analytics')} isOn={consent?.analytics}>
        {t('form.analytics_text')}
      </Group>
      <Group name={marketingFieldName} label={t('form.marketing')} isOn={consent?.marketing}>
        {t('form.marketing_text')}
      </Group>
      <div className="grid gap-3 sm:grid-cols-3">
        <Button look="quiet" type="submit" name={intentFieldName} value={consentIntents.save}>
          {t('form.save')}
        </Button>
        <Button look="quiet" type="submit" name={intentFieldName} value={consentIntents.give}>
          {t('form.accept')}
        </Button>
        <Button look="quiet" type="submit" name={intentFieldName} value={consentIntents.deny}>
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

/** A group that can be left out, with what it is for. */
function Group({
  name,
  label,
  isOn = false,
  children,
}: {
  name: string;
  label: string;
  isOn?: boolean;
  children: string;
}) {
  const id = `consent-${name}`;
  return (
    <div className="consent-group">
      <input type="checkbox" id={id} name={name} defaultChecked={isOn} aria-describedby={`${id}-text`} />
      <div>
        <label htmlFor={id} className="block cursor-pointer font-semibold">
          {label}
        </label>
        <p id={`${id}-text`} className="text-small">
          {children}
        </p>
      </div>
    </div>
  );
}
