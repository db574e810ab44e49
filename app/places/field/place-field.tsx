import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { OverLimit } from '#app/forms/inputs/over-limit.tsx';
import { SuggestionList, SuggestionRow, useSuggestionCombobox } from '#app/forms/inputs/suggestion-combobox.tsx';
import { type TextMetadata, useFieldError } from '#app/forms/inputs/text-field.tsx';
import { useFormLanguage, useLanguage } from '#app/i18n/use-language.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { airportListId } from './airport-field.tsx';
import { placeLength } from './place-length.ts';
import type { PlaceSuggestion } from './place-suggestion.ts';
import { suggestPlaces } from './place-suggestions.ts';
import { useTowns } from './use-towns.ts';

/**
 * A text field for a place in the visitor's own words; any text may be submitted. The browser suggests airports until
 * our script runs; the script turns the same input into a combobox of towns and airports.
 */
export function PlaceField({
  field,
  label,
  hint,
  pageHasAirportDatalist,
}: {
  field: TextMetadata;
  label: string;
  hint?: string;
  /** Whether the page renders the `AirportDatalist`, from which browsers without our script suggest airports. */
  pageHasAirportDatalist: boolean;
}) {
  const { t } = useTranslation('airports');
  const error = useFieldError(field);
  const input = useRef<HTMLInputElement>(null);
  const { search, load } = usePlaceSuggestions();
  const combobox = useSuggestionCombobox(input, label, search, load);
  // Without the script the input does not behave like a combobox, so it must not have the roles of one.
  const isEnhanced = useHydrated();

  return (
    <Field id={field.id} label={label} hint={hint ?? t('place_hint')} error={error}>
      <div className="relative">
        <input
          type="text"
          name={field.name}
          defaultValue={field.initialValue}
          required
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="next"
          dir="auto"
          placeholder=" "
          data-max-length={placeLength.max}
          className="control"
          {...(isEnhanced
            ? combobox.inputProps
            : { ref: input, list: pageHasAirportDatalist ? airportListId : undefined })}
          id={field.id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(field.id, { hint: true, error: Boolean(error) })}
        />
        {isEnhanced && (
          <SuggestionList
            combobox={combobox}
            row={SuggestionRow}
            none={t('place_none')}
            results={(count) => t('place_results', { count })}
          />
        )}
      </div>
      <OverLimit controlId={field.id} max={placeLength.max} />
    </Field>
  );
}

/** Suggests airports at first, and also towns once those with the first letters have loaded. */
function usePlaceSuggestions() {
  const language = useLanguage();
  const formLanguage = useFormLanguage();
  const { loadedTowns, loadTowns } = useTowns(formLanguage);
  const search = useCallback(
    (typed: string): PlaceSuggestion[] => suggestPlaces(typed, loadedTowns(typed), language, formLanguage),
    [loadedTowns, language, formLanguage],
  );
  return { search, load: loadTowns };
}
