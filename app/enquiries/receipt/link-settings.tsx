import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { kindFieldName } from '#app/forms/field-names.ts';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { mailKind, wantsMailField, withdrawKind } from './link-settings-fields.ts';
import type { ReceiptView } from './receipt-view.ts';

/**
 * Who gets the link to the page: whether the family wants it by email, and a button that revokes sent links. These are
 * plain forms, submitted without scripts.
 */
export function LinkSettings({ receipt: { wantsMail, hasSentLinks, contact } }: { receipt: ReceiptView }) {
  const { t } = useTranslation('receipt');
  const { pathname } = useLocation();
  const form = { method: 'post', action: pathname, encType: 'multipart/form-data' } as const;
  return (
    <>
      {wantsMail !== undefined && contact.email !== undefined && (
        <section
          aria-labelledby="mail-heading"
          className="no-print grid gap-4 rounded-card bg-surface-raised p-6 shadow-raised md:p-8"
        >
          <h2 id="mail-heading" className="text-h3">
            {t('mail.heading')}
          </h2>
          <p>{t('mail.lead', { email: isolateLtr(contact.email) })}</p>
          <form {...form} className="grid justify-items-start gap-4">
            <input type="hidden" name={kindFieldName} value={mailKind} />
            <label className="choice">
              <input type="checkbox" name={wantsMailField} defaultChecked={wantsMail} />
              {t('mail.box')}
            </label>
            <Button variant="secondary" type="submit">
              {t('mail.save')}
            </Button>
          </form>
        </section>
      )}
      {hasSentLinks && (
        <section aria-labelledby="links-heading" className="no-print grid gap-4">
          <h2 id="links-heading" className="text-h3">
            {t('sent_links.heading')}
          </h2>
          <p>{t('sent_links.lead')}</p>
          <form {...form}>
            <input type="hidden" name={kindFieldName} value={withdrawKind} />
            <Button variant="secondary" type="submit">
              {t('sent_links.withdraw')}
            </Button>
          </form>
        </section>
      )}
    </>
  );
}
