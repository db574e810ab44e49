import { useTranslation } from 'react-i18next';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { LineIcon } from '#app/ui/icon.tsx';
import { CallButton, ChatButton } from './contact-buttons.tsx';

/** Emergency advice with the company's phone number and chat, above every form that may be used in an emergency (docs/decisions/0024). */
export function UrgentCall() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('urgent_call.label')} data-urgent-call className="no-print urgent-call">
      <p className="flex items-start gap-2 font-semibold">
        <LineIcon name="circle-alert" className="text-signal" />
        {t('urgent_call.advice')}
      </p>
      {/* Text browsers render the buttons inline, so a space must separate them. */}
      <div className="flex flex-wrap gap-2">
        <CallButton isUrgent className={`grow sm:text-lead ${buttonClass('urgent')} !px-2`} />{' '}
        <ChatButton className={`grow ${buttonClass('secondary')} !px-2`} />
      </div>
    </section>
  );
}
