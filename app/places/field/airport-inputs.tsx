import { type TextMetadata, useFieldError } from '#app/forms/inputs/text-field.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import { AirportField } from './airport-field.tsx';
import type { PlaceChoices } from './place-choice.ts';

type End = 'origin' | 'destination';

/** The fields for the two airports of a flight, below the flight arc. The page has the airport datalist. */
export function AirportInputs({
  fields,
  choices = {},
  labels,
}: {
  fields: Record<End, TextMetadata>;
  /** What is offered for the ends whose submitted text does not refer to exactly one place. */
  choices?: PlaceChoices;
  labels: Record<End, string>;
}) {
  const errors = { origin: useFieldError(fields.origin), destination: useFieldError(fields.destination) };
  return (
    <>
      <FlightArc className="mx-auto -mb-2 h-auto w-40" />
      <div className="grid gap-5 md:grid-cols-2">
        {(['origin', 'destination'] as const).map((end) => (
          <AirportField
            key={end}
            id={fields[end].id}
            name={fields[end].name}
            label={labels[end]}
            typed={fields[end].initialValue}
            error={errors[end]}
            choices={choices[end]}
          />
        ))}
      </div>
    </>
  );
}
