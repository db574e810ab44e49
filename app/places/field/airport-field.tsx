import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestionList, SuggestionRow, useSuggestionCombobox } from '#app/forms/inputs/suggestion-combobox.tsx';
import { useLanguage } from '#app/i18n/use-language.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { airportLabel, airportNames, airports } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';
import { suggestAirports } from './airport-suggestions.ts';

/** The element id of {@link AirportDatalist}. */
export const airportListId = 'airport-options';

/** Cities with several airports. The list names the airport only for these; the other names would waste a kilobyte. */
const citiesWithSeveralAirports = new Set(
  airports.map(({ city }) => city.en).filter((city, index, cities) => cities.indexOf(city) !== index),
);

/** The suggestions of all airport fields on a page, for browsers without our script. Render it once per page. */
export function AirportDatalist() {
  const language = useLanguage();
  return (
    <datalist id={airportListId}>
      {airports.map((airport) => (
        <option
          key={airport.code}
          value={airportLabel(airport, language)}
          label={citiesWithSeveralAirports.has(airport.city.en) ? airportNames(airport, language).name : undefined}
        />
      ))}
    </datalist>
  );
}

/**
 * A text field that accepts an airport's code, "City (CODE)" or any name in either script. The browser suggests
 * airports from the datalist until our script runs; the script turns the same input into a combobox.
 */
export function AirportField({
  id,
  name,
  label,
  typed,
  error,
  submittedText,
  hasDatalist,
}: {
  id: string;
  name: string;
  label: string;
  /** The field's value, as the visitor typed it. */
  typed?: string;
  error?: string;
  /** The last submitted text. If it is ambiguous, its airports are offered below the field. */
  submittedText?: string;
  /** Whether the page has the airport datalist. */
  hasDatalist: boolean;
}) {
  const { t } = useTranslation('airports');
  const input = useRef<HTMLInputElement>(null);
  const language = useLanguage();
  const search = useCallback((typed: string) => suggestAirports(typed, language), [language]);
  const combobox = useSuggestionCombobox(input, label, search);
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
            {...(isEnhanced ? combobox.inputProps : { ref: input, list: hasDatalist ? airportListId : undefined })}
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
      {submittedText && <AirportChoices name={name} label={label} submittedText={submittedText} />}
    </div>
  );
}

/** Radio buttons that share the text field's name, so that the chosen code is submitted after the text. */
function AirportChoices({ name, label, submittedText }: { name: string; label: string; submittedText: string }) {
  const { t } = useTranslation('airports');
  const language = useLanguage();
  const resolution = resolveAirport(submittedText);
  if (resolution.outcome !== 'ambiguous') return null;
  return (
    <fieldset className="grid gap-1 rounded border border-line-control bg-surface-raised p-4">
      <legend className="px-1 font-semibold">{t('choices', { field: label })}</legend>
      {resolution.choices.map((airport) => (
        <label key={airport.code} className="flex min-h-11 items-center gap-3">
          <input type="radio" name={name} value={airport.code} className="h-5 w-5 shrink-0 accent-action" />
          <span>{t('choice', { code: airport.code, ...airportNames(airport, language) })}</span>
        </label>
      ))}
    </fieldset>
  );
}
