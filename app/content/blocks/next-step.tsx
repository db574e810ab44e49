import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import type { Invitation } from '../copy/content-schema.ts';

/** Invites to get in touch, in the page's own words if it has some, with the contact buttons. */
export function NextStep({ words }: { words: Invitation }) {
  const { t } = useTranslation('frame');
  const { heading, text } = words === 'usual' ? { heading: t('next_step.heading'), text: t('next_step.text') } : words;
  return (
    <div data-next-step className="grid content-start justify-items-start gap-3">
      <FlightArc className="h-auto w-24" />
      <h2 className="text-h3">{heading}</h2>
      <p className="text-ink-muted">{text}</p>
      <ContactButtons />
    </div>
  );
}
