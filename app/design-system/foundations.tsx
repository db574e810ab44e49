import { FlightArc } from '#app/ui/flight-arc.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { iconNames } from '#app/ui/icon-names.ts';
import theme from '#app/ui/styles/theme.ts';
import { type SampleProps, Section } from './section.tsx';

/**
 * All colours of the theme, so that no token is missing. They are inline styles, which keeps classes for them out of
 * the stylesheet.
 */
export function Colours({ text }: SampleProps) {
  return (
    <Section id="colours" text={text}>
      <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {Object.entries(theme.theme.colors)
          .filter(([, value]) => value.startsWith('var('))
          .map(([name, value]) => (
            <li key={name} className="grid gap-1.5">
              <span className="h-16 rounded border border-line-control" style={{ background: value }} />
              <bdi dir="ltr" className="justify-self-start text-small">
                {name}
              </bdi>
            </li>
          ))}
      </ul>
    </Section>
  );
}

export function TypeScale({ text }: SampleProps) {
  return (
    <Section id="type" text={text}>
      <div className="grid gap-4">
        <p className="text-h1 font-semibold">{text.type.h1}</p>
        <p className="text-h2 font-semibold">{text.type.h2}</p>
        <p className="text-h3 font-semibold">{text.type.h3}</p>
        <p className="max-w-reading text-lead text-ink-muted">{text.type.lead}</p>
        <p className="max-w-reading">{text.type.body}</p>
        <p className="max-w-reading text-small text-ink-muted">{text.type.small}</p>
      </div>
    </Section>
  );
}

export function Icons({ text }: SampleProps) {
  return (
    <Section id="icons" text={text}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        {iconNames.map((name) => (
          <li key={name} className="flex items-center gap-3 text-small">
            <Icon name={name} className="text-h3 text-action" />
            <bdi dir="ltr">{name}</bdi>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Motifs({ text }: SampleProps) {
  return (
    <Section id="motifs" text={text}>
      <div className="flex flex-wrap items-center gap-8">
        <FlightArc />
        <div className="rounded-card bg-surface-deep p-6">
          <FlightArc className="h-auto w-40" />
        </div>
        <p className="flex items-center gap-3">
          <span aria-hidden="true" className="spinner text-action" />
          {text.buttons.sending}
        </p>
      </div>
    </Section>
  );
}
