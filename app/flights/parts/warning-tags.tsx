import { useTranslation } from 'react-i18next';
import { Tag } from '#app/ui/layout/tag.tsx';
import type { Warning } from '../model/flight.ts';

/** Warnings as short tags. */
export function WarningTags({ warnings }: { warnings: Warning[] }) {
  const { t } = useTranslation('flights');
  if (warnings.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2">
      {warnings.map((warning) => (
        <li key={warning}>
          <Tag>{t(`warning.${warning}`)}</Tag>
        </li>
      ))}
    </ul>
  );
}

/** Warnings as full explanations. */
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
