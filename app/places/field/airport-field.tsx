import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestionList, SuggestionRow, useSuggestionCombobox } from '#app/forms/inputs/suggestion-combobox.tsx';
import { useLanguage } from '#app/i18n/use-language.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { airportByCode, airportLabel, airportNames, airports, isOneOfSeveral, joinNames } from '../airports/airport.ts';
import { areaByCode, areaLabel, areas } from '../airports/areas.ts';
import { suggestAirports } from './airport-suggestions.ts';
import { suggestFlightPlaces } from './flight-place-suggestions.ts';
import type { PlaceChoice } from './place-choice.ts';
import { useTowns } from './use-towns.ts';

/** The element id of {@link AirportDatalist}. */
export const airportListId = 'airport-options';

/**
 * The suggestions of all airport fields on a page, for browsers without our script. Render it once per page.
 * @param hasAreas whether the fields accept areas, as those of a flight search do
 */
export function AirportDatalist({ hasAreas = false }: { hasAreas?: boolean }) {
  const language = useLanguage();
  return (
    <datalist id={airportListId}>
      {hasAreas && areas.map((area) => <option key={area.code} value={areaLabel(area, language)} />)}
      {airports.map((airport) => (
        <option
          key={airport.code}
          value={airportLabel(airport, language)}
          // For all other airports, the names would waste a kilobyte.
          label={isOneOfSeveral(airport) ? airportNames(airport, language).name : undefined}
        />
      ))}
    </datalist>
  );
}

/**
 * A text field that accepts an airport's code, "City (CODE)", a city or country with several airports, or any name in
 * Arabic or Latin letters. The browser suggests airports from the datalist until our script runs; the script turns the
 * same input into a combobox, which also knows towns without an airport.
 */
export function AirportField({
  id,
  name,
  label,
  typed,
  error,
  choices,
}: {
  id: string;
  name: string;
  label: string;
  /** The field's value, as the visitor typed it. */
  typed?: string;
  error?: string;
  /** What is offered below the field, if the submitted text does not refer to exactly one place. */
  choices?: readonly PlaceChoice[];
}) {
  const { t } = useTranslation('airports');
  const input = useRef<HTMLInputElement>(null);
  const { search, load } = useFlightPlaceSuggestions();
  const combobox = useSuggestionCombobox(input, label, search, load);
  // Without the script the input does not behave like a combobox, so it must not have the roles of one.
  const isEnhanced = useHydrated();

  return (
    <div className="grid content-start gap-3">
      <Field id={id} label={label} hint={t('hint')} error={error}>
        <div className="relative">
          <input
            type="text"
            name={name}
            defaultValue={typed}
            required
            autoCapitalize="words"
            spellCheck={false}
            enterKeyHint="next"
            dir="auto"
            placeholder=" "
            className="control"
            {...(isEnhanced ? combobox.inputProps : { ref: input, list: airportListId })}
            id={id}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint: true, error: Boolean(error) })}
          />
          {isEnhanced && (
            <SuggestionList
              combobox={combobox}
              row={SuggestionRow}
              none={t('none')}
              results={(count) => t('results', { count })}
            />
          )}
        </div>
      </Field>
      {choices && <AirportChoices name={name} label={label} choices={choices} />}
    </div>
  );
}

/** Suggests areas and airports; if no airport matches the text, airports near towns, once the towns have loaded. */
function useFlightPlaceSuggestions() {
  const { t } = useTranslation('airports');
  const language = useLanguage();
  const { loadedTowns, loadTowns } = useTowns(language);
  const search = useCallback(
    (typed: string) =>
      suggestFlightPlaces(typed, loadedTowns(typed), language, (town, kilometres) => t('nearby', { town, kilometres })),
    [loadedTowns, language, t],
  );
  const load = useCallback(
    (typed: string) => {
      if (suggestAirports(typed, language).length === 0) loadTowns(typed);
    },
    [loadTowns, language],
  );
  return { search, load };
}

/** Radio buttons that share the text field's name, so that the chosen code is submitted after the text. */
function AirportChoices({ name, label, choices }: { name: string; label: string; choices: readonly PlaceChoice[] }) {
  const { t } = useTranslation('airports');
  const describe = useChoiceText();
  return (
    <fieldset className="grid gap-1 rounded border border-line-control bg-surface-raised p-4">
      <legend className="px-1 font-semibold">{t('choices', { field: label })}</legend>
      {choices.map((choice) => (
        // Without the `div`, text browsers would show all choices on one line.
        <div key={choice.code}>
          <label className="flex min-h-11 items-center gap-3">
            <input type="radio" name={name} value={choice.code} className="h-5 w-5 shrink-0 accent-action" />
            <span>{describe(choice)}</span>
          </label>
        </div>
      ))}
    </fieldset>
  );
}

/** Returns a function that describes a choice: an area with its airports, or an airport with its city or distance. */
function useChoiceText() {
  const { t } = useTranslation('airports');
  const language = useLanguage();
  return ({ code, near }: PlaceChoice): string => {
    const area = areaByCode(code);
    if (area) return `${areaLabel(area, language)} (${joinNames([...area.airports], language)})`;
    const airport = airportByCode(code);
    if (!airport) return code;
    const names = airportNames(airport, language);
    // The distance is more useful than the country.
    return t('choice', { code, ...names, ...(near && { country: t('nearby', near) }) });
  };
}
