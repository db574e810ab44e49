import { useTranslation } from 'react-i18next';
import { formatTimestampOnDevice } from '#app/i18n/format/dates.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import type { DraftOffer } from './use-saved-draft.ts';

/** Offers to continue or delete a draft that is saved on this device. Shown above the form's first field. */
export function SavedDraftOffer({
  form: { draftOffer, metadata },
}: {
  form: { draftOffer?: DraftOffer; metadata: { id: string } };
}) {
  const { t } = useTranslation('forms');
  const formLanguage = useFormLanguage();
  if (!draftOffer) return null;
  const { startedAt, fileCount, isFetching, hasFailed, resume, discard } = draftOffer;
  const headingId = `${metadata.id}-saved-draft`;
  // The buttons are about to disappear, so move focus into the form.
  const focusForm = () =>
    document
      .getElementById(metadata.id)
      ?.querySelector<HTMLElement>('input:not([type=hidden]):not([type=file]), textarea, select')
      ?.focus();
  return (
    <section aria-labelledby={headingId} className="grid gap-3 rounded-card bg-action-soft p-5">
      <h3 id={headingId} className="text-body font-semibold">
        {t('draft.title')}
      </h3>
      <p>{t('draft.begun', { moment: formatTimestampOnDevice(startedAt, formLanguage) })}</p>
      {fileCount > 0 && <p>{t('draft.files', { count: fileCount })}</p>}
      <p role="status" className={hasFailed ? 'font-semibold text-signal' : 'visually-hidden'}>
        {hasFailed && t('draft.failed')}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          type="button"
          aria-disabled={isFetching || undefined}
          onClick={() => {
            if (isFetching) return;
            resume();
            focusForm();
          }}
        >
          {isFetching ? t('draft.continuing') : t('draft.continue')}
        </Button>
        <Button
          variant="secondary"
          type="button"
          onClick={() => {
            discard();
            focusForm();
          }}
        >
          {t('draft.delete')}
        </Button>
      </div>
    </section>
  );
}
