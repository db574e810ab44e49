import { useTranslation } from 'react-i18next';
import { isolateLtr } from '#app/i18n/bidi.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { formatReference } from '../reference.ts';

/** Asks once more before everything is erased, and says what that means. A plain post, with or without scripts. */
export function EraseQuestion({
  reference,
  receipt,
  isWithDesk,
}: {
  reference: string;
  /** The receipt's address. */
  receipt: string;
  /** The company has a copy outside this site. */
  isWithDesk: boolean;
}) {
  const { t } = useTranslation('receipt');
  return (
    <main id="content" className="mx-auto grid max-w-form gap-6 px-4 py-8 md:py-12">
      <h1 className="text-h1">{t('erase.heading', { reference: isolateLtr(formatReference(reference)) })}</h1>
      <ul className="grid list-disc gap-2 ps-6">
        <li>{t('erase.what')}</li>
        {isWithDesk && <li>{t('erase.desk')}</li>}
        <li>{t('erase.stop')}</li>
        <li>{t('erase.final')}</li>
      </ul>
      <form method="post" className="flex flex-wrap gap-3">
        <Button look="urgent" type="submit">
          {t('erase.confirm')}
        </Button>
        <a href={receipt} className={buttonClass('quiet')}>
          {t('erase.keep')}
        </a>
      </form>
    </main>
  );
}
