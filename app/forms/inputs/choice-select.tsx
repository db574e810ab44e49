import type { ComponentProps } from 'react';
import { SelectField } from './text-field.tsx';

/**
 * A select whose first option leaves the answer open.
 * @param unstated label of that option, whose value is empty
 */
export function ChoiceSelect({
  unstated,
  choices,
  ...select
}: Omit<ComponentProps<typeof SelectField>, 'children'> & {
  unstated: string;
  choices: readonly { value: string; label: string; lang?: string }[];
}) {
  return (
    <SelectField {...select}>
      <option value="">{unstated}</option>
      {choices.map(({ value, label, lang }) => (
        <option key={value} value={value} lang={lang}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
