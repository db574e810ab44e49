import type { ReactNode } from 'react';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import type { Article } from '../copy/content-schema.ts';
import { Illustration } from '../pictures/illustration.tsx';
import { RichText } from './prose.tsx';

/** The top of a subpage: heading, lead, and an illustration or the flight arc. Children appear below the lead. */
export function PageIntro({
  heading,
  lead,
  picture,
  notice,
  children,
}: {
  heading: string;
  lead?: string;
  picture?: Article['picture'];
  /** Important information, directly below the heading. */
  notice?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="page-intro">
      <div className="grid content-center justify-items-start gap-3 md:gap-4">
        <h1 className="text-h1">{heading}</h1>
        {notice}
        {lead && (
          <p className="max-w-reading text-lead text-ink-muted">
            <RichText text={lead} />
          </p>
        )}
        {children}
      </div>
      {picture ? (
        <Illustration {...picture} isAboveFold className="rounded-card" />
      ) : (
        <FlightArc className="hidden h-auto w-72 self-end justify-self-end lg:block" />
      )}
    </div>
  );
}
