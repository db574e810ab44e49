import type { ComponentProps } from 'react';
import { SelectField } from './text-field.tsx';

/**
 * A select whose first option leaves the answer open.
 * @param emptyOptionLabel label of that option, whose value is empty
 */
export function ChoiceSelect({
  emptyOptionLabel,
  choices,
  ...select
}: Omit<ComponentProps<typeof SelectField>, 'children'> & {
  emptyOptionLabel: string;
  choices: readonly { value: string; label: string; lang?: string }[];
}) {
  return (
    <SelectField {...select}>
      <option value="">{emptyOptionLabel}</option>
      {choices.map(({ value, label, lang }) => (
        <option key={value} value={value} lang={lang}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
