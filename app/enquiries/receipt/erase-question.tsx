import { useLocation } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/format/bidi.ts';
import { withFormOnlyLanguage } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { formatReference } from '../reference.ts';

/**
 * Asks for confirmation before erasing an enquiry, and explains the consequences. A plain form, submitted without
 * scripts.
 */
export function EraseQuestion({
  reference,
  receipt,
  isWithDesk,
}: {
  reference: string;
  /** Path of the receipt. */
  receipt: string;
  /** Whether a desk outside this site may have a copy. */
  isWithDesk: boolean;
}) {
  const { t } = useTranslation('receipt');
  const { pathname } = useLocation();
  // After the erasure, the form's language is no longer stored, and submitting again needs it.
  const action = withFormOnlyLanguage(pathname, useFormLanguage());
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <h1 className="text-h1">{t('erase.heading', { reference: isolateLtr(formatReference(reference)) })}</h1>
      <ul className="grid list-disc gap-2 ps-6">
        <li>{t('erase.what')}</li>
        {isWithDesk && <li>{t('erase.desk')}</li>}
        <li>{t('erase.stop')}</li>
        <li>{t('erase.final')}</li>
      </ul>
      {/* lynx submits a form only if it has an action and a named control. */}
      <form method="post" action={action} className="flex flex-wrap gap-3">
        <Button variant="urgent" type="submit" name="confirm" value="yes">
          {t('erase.confirm')}
        </Button>{' '}
        <a href={receipt} className={buttonClass('secondary')}>
          {t('erase.keep')}
        </a>
      </form>
    </main>
  );
}
