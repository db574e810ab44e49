import { Field } from '#app/ui/controls/field.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { deskLanguageNames } from '../people/person.ts';

/** The language in which somebody reads the desk. */
export function LanguageField({ label, value }: { label: string; value: string }) {
  return (
    <Field id="language" label={label}>
      <Select id="language" name="language" defaultValue={value}>
        {deskLanguageNames.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}
