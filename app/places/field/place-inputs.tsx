import { useTranslation } from 'react-i18next';
import { CheckboxField, type TextMetadata } from '#app/forms/inputs/text-field.tsx';
import { FlightArc } from '#app/ui/flight-arc.tsx';
import { PlaceField } from './place-field.tsx';

/** The fields for origin and destination of a journey, below the flight arc. The destination may be undecided. */
export function PlaceInputs({
  fields,
  labels,
  hint,
  pageHasAirportDatalist = true,
}: {
  fields: Record<'origin' | 'destination' | 'destination_open', TextMetadata>;
  labels: Record<'origin' | 'destination', string>;
  /** Replaces the default hint, which is for flights. */
  hint?: string;
  pageHasAirportDatalist?: boolean;
}) {
  const { t } = useTranslation('airports');
  return (
    <>
      <FlightArc className="-mt-8 ms-auto h-auto w-24 sm:mx-auto sm:-mb-2 sm:mt-0 sm:w-40" />
      <div className="-mt-3 grid items-start gap-5 sm:mt-0 md:grid-cols-2">
        <PlaceField
          field={fields.origin}
          label={labels.origin}
          hint={hint}
          pageHasAirportDatalist={pageHasAirportDatalist}
        />
        <div className="grid content-start gap-3">
          <PlaceField
            field={fields.destination}
            label={labels.destination}
            hint={hint}
            pageHasAirportDatalist={pageHasAirportDatalist}
          />
          <CheckboxField field={fields.destination_open} label={t('destination_open')} />
        </div>
      </div>
    </>
  );
}
