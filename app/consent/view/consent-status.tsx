import { useTranslation } from 'react-i18next';
import { Notice } from '#app/ui/messages/notice.tsx';
import type { Consent } from '../consent.ts';

/** Tells the visitor which choice is stored, or that it was reset. */
export function ConsentStatus({ consent }: { consent: Consent | undefined }) {
  const { t } = useTranslation('consent');
  if (!consent) {
    return (
      <Notice>
        <p>{t('said.forgotten')}</p>
        <p>{t('said.forgotten_text')}</p>
      </Notice>
    );
  }
  const { analytics, marketing } = consent;
  const allowed = analytics && marketing ? 'both' : analytics ? 'analytics' : marketing ? 'marketing' : 'none';
  return (
    <Notice>
      <p>{t('said.saved')}</p>
      <p>{t(`holds.${allowed}`)}</p>
    </Notice>
  );
}
