import { useTranslation } from 'react-i18next';
import { chatHref, phoneHref } from '#app/i18n/input/phone-number.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { useCompany } from './company.ts';

/** Buttons that call the company and open a chat. @param chatText prefilled chat message */
export function ContactButtons({ chatText }: { chatText?: string }) {
  return (
    // Text browsers render the buttons inline, so a space must separate them.
    <div className="no-print flex flex-wrap gap-3">
      <CallButton className={`${buttonClass('secondary')} !px-3`} />{' '}
      <ChatButton className={`${buttonClass('secondary')} !px-3`} text={chatText} />
    </div>
  );
}

/**
 * A link that calls the company and shows its phone number.
 * @param isUrgent whether to use the number for urgent calls, if the company has a separate one
 */
export function CallButton({ className, isUrgent = false }: { className: string; isUrgent?: boolean }) {
  const { t } = useTranslation();
  const company = useCompany();
  const phone = (isUrgent ? company.emergencyPhone : undefined) ?? company.phone;
  return (
    <a href={phoneHref(phone)} className={className}>
      <Icon name="phone" />
      <span>
        {t('way_out.call')}{' '}
        <bdi dir="ltr" className="inline-block">
          {phone}
        </bdi>
      </span>
    </a>
  );
}

/** A link that opens the chat in a new tab. @param text prefilled message */
export function ChatButton({ className, text }: { className: string; text?: string }) {
  const { t } = useTranslation();
  const { whatsapp } = useCompany();
  return (
    <a href={chatHref(whatsapp, text)} target="_blank" rel="noopener noreferrer" className={className}>
      <Icon name="message-circle" />
      {t('way_out.chat')}
    </a>
  );
}
