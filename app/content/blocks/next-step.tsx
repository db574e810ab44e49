import { useTranslation } from 'react-i18next';
import { ContactButtons } from '#app/company/contact-buttons.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import type { Invitation } from '../copy/content-schema.ts';

/** Invites the visitor to get in touch, with the page's own text if it has one, and shows the contact buttons. */
export function NextStep({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('frame');
  const { heading, text } =
    invitation === 'usual' ? { heading: t('next_step.heading'), text: t('next_step.text') } : invitation;
  return (
    <div data-next-step className="grid content-start justify-items-start gap-3">
      <FlightArc className="h-auto w-24" />
      <h2 className="text-h3">{heading}</h2>
      <p className="text-ink-muted">{text}</p>
      <ContactButtons />
    </div>
  );
}
