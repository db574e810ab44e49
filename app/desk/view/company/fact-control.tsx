import { maxLanguages } from '#app/company/facts/company-facts.ts';
import { languages } from '#app/i18n/languages.ts';
import { describedBy, Field, FieldError } from '#app/ui/controls/field.tsx';
import type { Desk } from '../../access.server.ts';
import type { FactField } from '../../company/company-sections.ts';
import { pictureControls } from '../../company/picture-controls.ts';
import { languageName } from './fact-labels.ts';

/** The languages that are always offered, as ISO 639-1 codes: those of patients and staff. */
const offeredLanguages = 'ar en de fr fa ku tr ru uk es it nl pl sq bs ro ur hi so am'.split(' ');

/** The maximum number of languages that are shown as chosen: all that are offered, and those of a fact. */
const maxShown = offeredLanguages.length + maxLanguages;

export interface FactControlProps {
  desk: Desk;
  field: FactField;
  id: string;
  label: string;
  /** A note next to the label. */
  note?: string | undefined;
  value: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** The control for one fact, with its label, hint and error. */
export function FactControl(props: FactControlProps) {
  const { desk, field, id, label, note, value, hint, error } = props;
  if (field.kind === 'languages') return <LanguageChoice {...props} />;
  if (field.kind === 'picture') return <PictureControl {...props} />;
  const control = {
    id,
    name: field.name,
    required: field.isRequired,
    autoComplete: 'off',
    lang: field.language ?? desk.language,
    dir: field.language ? languages[field.language].dir : directions[field.kind],
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': describedBy(id, { hint: hint !== undefined, error: error !== undefined }),
    className: 'control',
  };
  return (
    <Field id={id} label={label} note={note} hint={hint} error={error}>
      {field.kind === 'paragraph' ? (
        <textarea {...control} rows={4} defaultValue={value} />
      ) : field.kind === 'moment' ? (
        <input {...control} type="datetime-local" defaultValue={value.replace(' ', 'T')} />
      ) : (
        <input {...control} type={types[field.kind]} defaultValue={value} />
      )}
    </Field>
  );
}

/** Text directions by kind of field. Names and register entries may be in any script. */
const directions = {
  ...{ line: 'auto', paragraph: 'auto' },
  ...{ phone: 'ltr', email: 'ltr', 'web-address': 'ltr', time: 'ltr', moment: 'ltr' },
} as const;

/** Times are text, because browsers do not accept 24:00. */
const types = { line: 'text', phone: 'tel', email: 'email', 'web-address': 'url', time: 'text' } as const;

/** Checkboxes for languages. The chosen ones come first, in their order. */
function LanguageChoice({ desk, field, id, label, note, value, hint, error }: FactControlProps) {
  // The page offers nothing else, but a request may contain anything.
  const chosen = [...new Set(value.split(' '))].filter((code) => /^[a-z]{2}$/.test(code)).slice(0, maxShown);
  const offered = [...chosen, ...offeredLanguages.filter((code) => !chosen.includes(code))];
  return (
    <fieldset id={id} tabIndex={-1} aria-describedby={describedBy(id, { hint: !!hint, error: !!error })}>
      <legend className="font-semibold">
        {label}
        {note && <span className="font-normal text-ink-muted"> ({note})</span>}
      </legend>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <div className="flex flex-wrap gap-x-5">
        {offered.map((code) => (
          <label key={code} className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name={field.name} value={code} defaultChecked={chosen.includes(code)} />
            {languageName(code, desk)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function PictureControl({ desk, field, id, label, note, value, hint, error }: FactControlProps) {
  const controls = pictureControls(field.name);
  return (
    <>
      <Field id={id} label={label} note={note} hint={hint} error={error}>
        <input
          id={id}
          name={controls.file}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy(id, { hint: hint !== undefined, error: error !== undefined })}
          className="control"
        />
      </Field>
      <input type="hidden" name={field.name} value={value} />
      {value !== '' && (
        <div className="flex items-center gap-4">
          <img
            src={`/company-pictures/${encodeURIComponent(value)}`}
            alt=""
            height={64}
            className="h-16 max-w-40 rounded object-contain"
          />
          <label className="flex min-h-11 items-center gap-2">
            <input type="checkbox" name={controls.remove} />
            {desk.texts.company.removePicture}
          </label>
        </div>
      )}
    </>
  );
}
