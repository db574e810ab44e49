import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestionList, SuggestionRow, useSuggestionCombobox } from '#app/forms/inputs/suggestion-combobox.tsx';
import { useLanguage } from '#app/i18n/use-language.ts';
import { describedBy, Field } from '#app/ui/controls/field.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { airportLabel, airportNames, airports } from '../airports/airport.ts';
import { resolveAirport } from '../airports/airport-search.ts';
import { suggestAirports } from './airport-suggestions.ts';

/** Of {@link AirportDatalist}. */
export const airportListId = 'airport-options';

/** Where the city alone does not say which airport; elsewhere its name would cost every page a kilobyte for nothing. */
const citiesOfSeveral = new Set(
  airports.map(({ city }) => city.en).filter((city, index, cities) => cities.indexOf(city) !== index),
);

/** The suggestions of every airport field on the page, for browsers without our script. Render it once. */
export function AirportDatalist() {
  const language = useLanguage();
  return (
    <datalist id={airportListId}>
      {airports.map((airport) => (
        <option
          key={airport.code}
          value={airportLabel(airport, language)}
          label={citiesOfSeveral.has(airport.city.en) ? airportNames(airport, language).name : undefined}
        />
      ))}
    </datalist>
  );
}

/**
 * A text field that takes an airport's code, "City (CODE)" or any name in either script. The browser's own
 * suggestions serve until our script runs; from then on the same input is a combobox.
 */
export function AirportField({
  id,
  name,
  label,
  typed,
  error,
  sent,
}: {
  id: string;
  name: string;
  label: string;
  /** What stands in the field, as the visitor typed it. */
  typed?: string;
  error?: string;
  /** What was last sent: where it may mean several airports, they are offered beside the field. */
  sent?: string;
}) {
  const { t } = useTranslation('airports');
  const input = useRef<HTMLInputElement>(null);
  const language = useLanguage();
  const search = useCallback((typed: string) => suggestAirports(typed, language), [language]);
  const combobox = useSuggestionCombobox(input, label, search);
  // The roles of a combobox would be a lie before the script behind them runs.
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
      {sent && <AirportChoices name={name} label={label} sent={sent} />}
    </div>
  );
}

/** Radio buttons that share the text field's name: whichever is chosen is sent after the text. */
function AirportChoices({ name, label, sent }: { name: string; label: string; sent: string }) {
  const { t } = useTranslation('airports');
  const language = useLanguage();
  const answer = resolveAirport(sent);
  if (answer.outcome !== 'ambiguous') return null;
  return (
    <fieldset className="grid gap-1 rounded border border-line-control bg-surface-raised p-4">
      <legend className="px-1 font-semibold">{t('choices', { field: label })}</legend>
      {answer.choices.map((airport) => (
        <label key={airport.code} className="flex min-h-11 items-center gap-3">
          <input type="radio" name={name} value={airport.code} className="h-5 w-5 shrink-0 accent-action" />
          <span>{t('choice', { code: airport.code, ...airportNames(airport, language) })}</span>
        </label>
      ))}
    </fieldset>
  );
}
