import { useState } from 'react';
import { FlightArc } from '../flight-arc.tsx';
import type { NoticeLook } from '../notice.tsx';
import { Toast } from '../toast.tsx';
import { Buttons, Fields, Files } from './controls.tsx';
import { Colours, Icons, Motifs, TypeScale } from './foundations.tsx';
import { Cards, Navigation, Tables, Tags } from './layout.tsx';
import { Banners, Dialogs, ErrorStates, Messages } from './messages.tsx';
import type { SampleProps } from './section.tsx';
import { texts } from './texts.ts';

/**
 * Every part of app/ui in every look and state, on one page, for those who build the site. It exists in
 * development only (see remix.config.js).
 */
export function DesignSystem({ language }: { language: 'ar' | 'en' }) {
  const text = texts[language];
  const [toast, setToast] = useState<NoticeLook>();
  return (
    // A block, so that the toast at its end may float over all of it.
    <div className="mx-auto max-w-page px-4 py-8 lg:py-12">
      <div className="grid gap-12">
        <Introduction text={text} />
        <Colours text={text} />
        <TypeScale text={text} />
        <Buttons text={text} />
        <Fields text={text} />
        <ErrorStates text={text} />
        <Files text={text} />
        <Messages text={text} onToast={setToast} />
        <Banners text={text} />
        <Dialogs text={text} />
        <Cards text={text} />
        <Tables text={text} />
        <Tags text={text} />
        <Navigation text={text} />
        <Icons text={text} />
        <Motifs text={text} />
      </div>
      <Toast look={toast ?? 'success'} close={{ label: text.messages.close, onClose: () => setToast(undefined) }}>
        {toast && <p>{text.messages[toast]}</p>}
      </Toast>
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
