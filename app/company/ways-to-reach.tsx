import { useTranslation } from 'react-i18next';
import { buttonClass } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { chatHref, phoneHref, useCompany } from './company.ts';

/** One tap to a person: telephone and chat, as two buttons. */
export function WaysToReach({ chatText }: { chatText?: string }) {
  const { t } = useTranslation();
  const company = useCompany();
  return (
    <div className="no-print flex flex-wrap gap-3">
      <a href={phoneHref(company.phone)} className={buttonClass('quiet')}>
        <Icon name="phone" />
        <span>
          {t('way_out.call')}{' '}
          <bdi dir="ltr" className="inline-block">
            {company.phone}
          </bdi>
        </span>
      </a>
      <a
        href={chatHref(company.whatsapp, chatText)}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass('quiet')}
      >
        <Icon name="message-circle" />
        {t('way_out.chat')}
      </a>
    </div>
  );
}
