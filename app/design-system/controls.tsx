import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { describedBy, Field, FieldError } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { type SampleProps, Section } from './section.tsx';

export function Buttons({ text }: SampleProps) {
  const { buttons } = text;
  return (
    <Section id="buttons" text={text}>
      <div className="flex flex-wrap gap-3">
        <Button variant="urgent" type="button">
          {buttons.urgent}
        </Button>
        <Button variant="primary" type="button">
          {buttons.primary}
        </Button>
        <Button variant="secondary" type="button">
          {buttons.secondary}
        </Button>
        <Button variant="primary" type="button">
          <Icon name="phone" />
          {buttons.call}
        </Button>
        <a href="#buttons" className={buttonClass('secondary')}>
          {buttons.link}
          <Icon name="arrow-right" className="mirrors" />
        </a>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="urgent" type="button" disabled>
          {buttons.urgent}
        </Button>
        <Button variant="secondary" type="button" disabled>
          {buttons.secondary}
        </Button>
        <Button variant="urgent" type="button" aria-disabled="true">
          <span aria-hidden="true" className="spinner" />
          <span>{buttons.sending}</span>
        </Button>
      </div>
      <p className="max-w-reading">
        {buttons.sentence}{' '}
        <a href="#buttons" className="text-action underline">
          {buttons.inText}
        </a>
        .
      </p>
    </Section>
  );
}

export function Fields({ text }: SampleProps) {
  const { fields } = text;
  return (
    <Section id="fields" text={text}>
      <div className="grid max-w-form gap-6 rounded-card bg-surface-raised p-5 shadow-raised md:p-8">
        <Field id="sample-name" label={fields.name}>
          <input id="sample-name" dir="auto" placeholder=" " autoComplete="off" className="control" />
        </Field>
        <Field id="sample-phone" label={fields.phone} hint={fields.phoneHint}>
          <input
            id="sample-phone"
            type="tel"
            dir="ltr"
            autoComplete="off"
            aria-describedby={describedBy('sample-phone', { hint: true, error: false })}
            className="control"
          />
        </Field>
        <Field id="sample-email" label={fields.email} hint={fields.emailHint} error={fields.emailError}>
          <input
            id="sample-email"
            type="email"
            dir="ltr"
            defaultValue="layla@example"
            autoComplete="off"
            aria-invalid="true"
            aria-describedby={describedBy('sample-email', { hint: true, error: true })}
            className="control"
          />
        </Field>
        <Field id="sample-date" label={fields.date} note={fields.optional}>
          <input id="sample-date" type="date" dir="ltr" className="control" />
        </Field>
        <Field id="sample-country" label={fields.country}>
          <Select id="sample-country">
            {fields.countries.map((country) => (
              <option key={country}>{country}</option>
            ))}
          </Select>
        </Field>
        <Field id="sample-message" label={fields.message}>
          <textarea id="sample-message" dir="auto" rows={4} placeholder=" " className="control" />
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-semibold">{fields.replyBy}</legend>
          {fields.replyChannels.map((channel, index) => (
            <label key={channel} className="choice">
              <input type="radio" name="sample-reply-channel" defaultChecked={index === 0} />
              <span>{channel}</span>
            </label>
          ))}
        </fieldset>
        <label className="choice">
          <input type="checkbox" name="sample-companion" />
          <span>{fields.companion}</span>
        </label>
        <Field id="sample-disabled" label={fields.reference}>
          <input id="sample-disabled" dir="ltr" disabled defaultValue="7K2M-94QX" className="control" />
        </Field>
      </div>
    </Section>
  );
}

export function Files({ text }: SampleProps) {
  const { files } = text;
  return (
    <Section id="files" text={text}>
      <ul className="grid max-w-form gap-2">
        <li className="flex items-center gap-3 rounded border border-line bg-surface-raised py-2 pe-2 ps-4">
          <Icon name="file-text" className="text-action" />
          <span className="min-w-0 grow">
            <span className="block">
              <bdi>MRI-report-2026.pdf</bdi>
            </span>
            <span className="flex flex-wrap items-center gap-x-3 text-small text-ink-muted">
              <bdi>{files.size}</bdi>
              <span className="flex items-center gap-1 text-success">
                <Icon name="circle-check" />
                {files.stored}
              </span>
            </span>
          </span>
          <RemoveButton label={files.remove} />
        </li>
        <li className="flex items-center justify-between gap-3 rounded border-2 border-signal bg-signal-soft py-2 pe-2 ps-4">
          <FieldError>{files.tooLarge}</FieldError>
          <RemoveButton label={files.remove} />
        </li>
      </ul>
    </Section>
  );
}

function RemoveButton({ label }: { label: string }) {
  return (
    <button
      type="button"
      aria-label={label}
      className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded px-3 text-signal underline hover:bg-signal-soft"
    >
      <Icon name="trash-2" />
      <span className="hidden sm:inline">{label}</span>
    </button>
  );
}
