import { FlightArc } from '#app/ui/flight-arc.tsx';
import { Buttons, Fields, Files } from './controls.tsx';
import { Colours, Icons, Motifs, TypeScale } from './foundations.tsx';
import { Cards, Navigation, Tags } from './layout.tsx';
import { Dialogs, ErrorStates, Messages } from './messages.tsx';
import type { SampleProps } from './section.tsx';
import { texts } from './texts.ts';

/**
 * A page for developers that shows all components of app/ui in every variant and state. It exists only in development
 * (remix.config.js).
 */
export function DesignSystem({ language }: { language: 'ar' | 'en' }) {
  const text = texts[language];
  return (
    <div className="mx-auto grid max-w-page gap-12 px-4 py-8 lg:py-12">
      <Introduction text={text} />
      <Colours text={text} />
      <TypeScale text={text} />
      <Buttons text={text} />
      <Fields text={text} />
      <ErrorStates text={text} />
      <Files text={text} />
      <Messages text={text} />
      <Dialogs text={text} />
      <Cards text={text} />
      <Tags text={text} />
      <Navigation text={text} />
      <Icons text={text} />
      <Motifs text={text} />
    </div>
  );
}

function Introduction({ text }: SampleProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <FlightArc className="h-auto w-44 md:w-60" />
      <h1 className="text-h1">{text.title}</h1>
      <p className="max-w-reading text-lead text-ink-muted">{text.lead}</p>
      <nav aria-label={text.contents} className="flex flex-wrap gap-x-6">
        {Object.entries(text.sections).map(([id, heading]) => (
          <a key={id} href={`#${id}`} className="inline-flex min-h-11 min-w-11 items-center text-action underline">
            {heading}
          </a>
        ))}
      </nav>
    </div>
  );
}
