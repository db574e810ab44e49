import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useFormLanguage } from '#app/i18n/use-language.ts';
import { buttonClass } from '#app/ui/controls/button.tsx';
import { LineIcon } from '#app/ui/icon.tsx';
import { CallButton, ChatButton } from './contact-buttons.tsx';

/**
 * Emergency advice with the company's phone number and chat, above every form that may be used in an emergency
 * (docs/decisions/0024). Visitors who cannot call Germany can ask for a call.
 * @param callBackPath the page that requests a call, without a language; undefined on that page
 */
export function UrgentCall({ callBackPath }: { callBackPath?: string }) {
  const { t } = useTranslation();
  const language = useFormLanguage();
  return (
    <section aria-label={t('urgent_call.label')} data-urgent-call className="no-print urgent-call">
      <p className="flex items-start gap-2 font-semibold">
        <LineIcon name="circle-alert" className="text-signal" />
        {t('urgent_call.advice')}
      </p>
      {/* Text browsers render the buttons inline, so a space must separate them. */}
      <div className="flex flex-wrap gap-2">
        <CallButton isUrgent className={`grow sm:text-lead ${buttonClass('urgent')} !px-2`} />{' '}
        <ChatButton className={`grow ${buttonClass('secondary')} !px-2`} text={t('urgent_call.message')} />
      </div>
      {callBackPath && (
        <a href={pathIn(language, callBackPath)} className="font-semibold text-action underline">
          {t('urgent_call.call_back')}
        </a>
      )}
    </section>
  );
}
