import type { ReactNode } from 'react';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import type { Article } from './content-schema.ts';
import { Illustration } from './illustration.tsx';
import { RichText } from './prose.tsx';

/** Heading, lead, and picture or arc of an inner page; what the visitor can do next goes below the lead. */
export function PageIntro({
  heading,
  lead,
  picture,
  children,
}: {
  heading: string;
  lead?: string;
  picture?: Article['picture'];
  children?: ReactNode;
}) {
  return (
    <div className="page-intro">
      <div className="grid content-center justify-items-start gap-4">
        <h1 className="text-h1">{heading}</h1>
        {lead && (
          <p className="max-w-reading text-lead text-ink-muted">
            <RichText text={lead} />
          </p>
        )}
        {children}
      </div>
      {picture ? (
        <Illustration {...picture} isFirst className="rounded-card" />
      ) : (
        <FlightArc className="hidden h-auto w-72 self-end justify-self-end lg:block" />
      )}
    </div>
  );
}
