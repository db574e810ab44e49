import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';

/** Closes a page with an invitation to get in touch, in the page's own words if it has some, and the contact buttons. */
export function NextStep({ words }: { words?: { heading: string; text: string } | undefined }) {
  const { t } = useTranslation('frame');
  return (
    <aside aria-labelledby="next-step" className="lazy no-print next-step">
      <FlightArc className="h-auto w-24" />
      <h2 id="next-step" className="text-h3">
        {words?.heading ?? t('next_step.heading')}
      </h2>
      <p className="max-w-reading text-ink-muted">{words?.text ?? t('next_step.text')}</p>
      <ContactButtons />
    </aside>
  );
}
