import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { Button } from '#app/ui/controls/button.tsx';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { digitsField } from './open-link-fields.ts';

/** Why the digits that were entered did not open a link. */
export type OpenLinkProblem = { outcome: 'wrong'; attemptsLeft: number } | { outcome: 'incomplete' };

/** Asks for the last four digits of the phone number before a sent link opens. A plain form, submitted without scripts. */
export function OpenLinkForm({ problem }: { problem: OpenLinkProblem | undefined }) {
  const { t } = useTranslation('receipt');
  const { pathname } = useLocation();
  const error =
    problem?.outcome === 'wrong' ? t('open.wrong', { count: problem.attemptsLeft }) : problem && t('open.incomplete');
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <h1 className="text-h1">{t('open.title')}</h1>
      <p className="text-lead">{t('open.lead')}</p>
      <form method="post" action={pathname} className="grid justify-items-start gap-4">
        <Field id={digitsField} label={t('open.label')} error={error}>
          <input
            id={digitsField}
            name={digitsField}
            type="text"
            inputMode="numeric"
            autoComplete="off"
            required
            dir="ltr"
            maxLength={40}
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={describedBy(digitsField, { hint: false, error: error !== undefined })}
            className="control max-w-40"
          />
        </Field>
        <Button variant="primary" type="submit">
          {t('open.submit')}
        </Button>
      </form>
      <ContactButtons />
    </main>
  );
}
