import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';

/** Closes a page with an invitation to get in touch and the contact buttons. */
export function NextStep() {
  const { t } = useTranslation('frame');
  return (
    <aside aria-labelledby="next-step" className="lazy no-print next-step">
      <FlightArc className="h-auto w-24" />
      <h2 id="next-step" className="text-h3">
        {t('next_step.heading')}
      </h2>
      <p className="max-w-reading text-ink-muted">{t('next_step.text')}</p>
      <ContactButtons />
    </aside>
  );
}
