import { useTranslation } from 'react-i18next';
import { LineIcon } from '#app/ui/icon.tsx';
import { StaticPart } from '#app/ui/static-part.tsx';
import { useCompany } from './company.ts';

/**
 * The line at the top of every page with a temporary announcement by the company, such as days on which it is closed.
 */
export function NoticeLine() {
  return <StaticPart id="notice-line">{import.meta.env.SSR && <Line />}</StaticPart>;
}

function Line() {
  const { t } = useTranslation();
  const { notice } = useCompany();
  if (notice === undefined) return null;
  return (
    <aside aria-label={t('notice_line')} data-notice-line className="no-print bg-action-soft">
      <p className="mx-auto flex max-w-page items-start gap-2 px-4 py-2">
        <LineIcon name="circle-alert" className="text-action" />
        <span className="min-w-0 break-words">{notice}</span>
      </p>
    </aside>
  );
}
