import type { TextMetadata } from './text-field.tsx';

/** A checkbox for each choice of a conform field. Any number of them may be checked. */
export function ChoiceBoxes({
  field,
  choices,
}: {
  field: TextMetadata;
  choices: readonly { value: string; label: string }[];
}) {
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {choices.map(({ value, label }) => (
        <label key={value} className="choice">
          <input
            type="checkbox"
            name={field.name}
            value={value}
            defaultChecked={isSelected(field.initialValue, value)}
          />
          {label}
        </label>
      ))}
    </div>
  );
}

/** Returns whether a checkbox is checked. Several checked boxes with one name are an array, a single one is a string. */
function isSelected(selected: unknown, value: string): boolean {
  return Array.isArray(selected) ? selected.includes(value) : selected === value;
}
