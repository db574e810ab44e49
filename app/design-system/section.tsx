import type { ReactNode } from 'react';
import type { Texts } from './texts.ts';

/** The props of every section of the design system page. */
export interface SampleProps {
  text: Texts;
}

/** A section of the design system page with its heading. */
export function Section({ id, text, children }: SampleProps & { id: keyof Texts['sections']; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-6 border-t border-line pt-8">
      <h2 id={id} className="text-h2">
        {text.sections[id]}
      </h2>
      {children}
    </section>
  );
}
