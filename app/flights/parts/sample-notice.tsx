import { useTranslation } from 'react-i18next';
import { LineIcon } from '#app/ui/icon.tsx';

/** Shown on every page with sample data, to warn that these flights do not exist. */
export function SampleNotice() {
  const { t } = useTranslation('flights');
  return (
    <p className="flex items-start gap-3 rounded-card border-2 border-warning bg-warning-soft p-4">
      <LineIcon name="triangle-alert" className="text-warning" />
      <span>
        <strong className="text-warning">{t('sample.title')}</strong> {t('sample.text')}
      </span>
    </p>
  );
}
