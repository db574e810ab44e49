import { useTranslation } from 'react-i18next';
import { Tag } from '#app/ui/tag.tsx';
import type { Warning } from './flight.ts';

/** What is hard on a patient, in a word or two each. */
export function WarningTags({ warnings }: { warnings: Warning[] }) {
  const { t } = useTranslation('flights');
  if (warnings.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {warnings.map((warning) => (
        <li key={warning}>
          <Tag look="warning">{t(`warning.${warning}`)}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** The same in sentences. */
export function WarningTexts({ warnings }: { warnings: Warning[] }) {
  const { t } = useTranslation('flights');
  return warnings.map((warning) => (
    <p key={warning} className="rounded border border-warning bg-warning-soft p-3 text-small">
      <strong className="text-warning">{t(`warning.${warning}`)}</strong>
      <br />
      {t(`warning_text.${warning}`)}
    </p>
  ));
}
