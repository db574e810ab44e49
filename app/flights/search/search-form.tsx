import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { type ComponentType, type FormEvent, useEffect, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConstraintCodes, validateInBrowser } from '#app/forms/browser-checks.ts';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { SelectField } from '#app/forms/inputs/text-field.tsx';
import { setNativeValue } from '#app/forms/set-native-value.ts';
import { pathIn } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { AirportDatalist } from '#app/places/field/airport-field.tsx';
import { AirportInputs } from '#app/places/field/airport-inputs.tsx';
import type { PlaceChoices } from '#app/places/field/place-choice.ts';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { travelClasses } from '../model/flight.ts';
import { travellerLimits } from '../model/flight-query.ts';
import { flightQueryFieldNames, type FlightSearchFields } from '../model/flight-query-fields.ts';
import { resultsKeyPrefix } from '../model/results-key.ts';
import { CurrencyOptions } from './currency-options.tsx';

const formId = 'flight-search';

const browserChecks = {
  origin: { valueMissing: 'origin_required' },
  destination: { valueMissing: 'destination_required' },
  depart_date: { valueMissing: 'depart_date_required' },
} satisfies Record<string, ConstraintCodes>;

export type FlightSearch = ReturnType<typeof useFlightSearch>;

/**
 * State of the search form. The page owns this state, because it shows the error summary above the heading.
 * @param values initial values, taken from the current search
 * @param result validation result of the requested URL
 */
export function useFlightSearch({
  values,
  result,
}: { values?: FlightSearchFields; result?: SubmissionResult<MessageCode[]> } = {}) {
  const { t } = useTranslation('forms');
  const [attempts, setAttempts] = useState(0);
  const [form, fields] = useForm<FlightSearchFields, undefined, MessageCode[]>({
    id: formId,
    lastResult: result,
    defaultValue: { adults: '1', children: '0', infants: '0', travelClass: 'Y', ...values },
    shouldValidate: 'onSubmit',
    shouldRevalidate: 'onSubmit',
    onValidate: ({ form, formData }) => validateInBrowser(form, formData, browserChecks),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  // A page that loads with errors has already moved focus; only later attempts move it again.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- each attempt needs a new object
  const attempt = useMemo(() => (attempts === 0 ? undefined : {}), [attempts, result]);
  return {
    fields,
    attempt,
    errors: flightQueryFieldNames.flatMap((name) => {
      const [code] = form.allErrors[name] ?? [];
      return code ? [{ controlId: fields[name].id, message: t(`form.${code}`) }] : [];
    }),
    formProps: {
      ...formProps,
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        setAttempts((count) => count + 1);
        onSubmit(event);
      },
    },
  };
}

/** The error summary, shown at the top of the page. */
export function FlightSearchErrors({ search: { errors, attempt } }: { search: FlightSearch }) {
  const { t } = useTranslation('forms');
  if (errors.length === 0) return null;
  return <ErrorSummary title={t('summary.title', { count: errors.length })} items={errors} attempt={attempt} />;
}

/** The search form: a plain GET form whose URL contains the search (spec, section 3). */
export function FlightSearchForm({
  search: { fields, formProps },
  choices,
  earliestDate,
  airportList = 'here',
  reloadDocument = false,
}: {
  search: FlightSearch;
  /** Choices for places that do not match exactly one airport or area. */
  choices?: PlaceChoices;
  /** The first date that is not in the past (yyyy-MM-dd). */
  earliestDate: string;
  /** Where the page has the airport list for browsers without scripts: in this form, or in another. */
  airportList?: 'here' | 'elsewhere';
  /**
   * Whether the results open as a new document. Needed on a page that React renders only in part: it must be
   * loaded again when the visitor comes back.
   */
  reloadDocument?: boolean;
}) {
  const { t } = useTranslation('flight-search');
  const { t: tForms } = useTranslation('forms');
  const language = useLanguage();
  const navigation = useNavigation();
  const waitNoteId = useId();
  const action = pathIn(language, '/search/flights');
  const isSearching = navigation.state === 'loading' && navigation.location.pathname === action;
  return (
    <Form {...formProps} method="get" action={action} reloadDocument={reloadDocument} className="grid gap-5">
      <AirportInputs
        fields={{ origin: fields.origin, destination: fields.destination }}
        choices={choices}
        labels={{ origin: t('form.origin'), destination: t('form.destination') }}
      />
      <SwapButton label={t('form.swap')} />
      <div className="grid items-end gap-5 md:grid-cols-2">
        <DateField field={fields.depart_date} label={t('form.depart')} min={earliestDate} required />
        <DateField
          field={fields.return_date}
          label={t('form.return')}
          note={tForms('field.optional')}
          hint={t('form.return_hint')}
          min={earliestDate}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-5 lg:grid-cols-4">
        <SelectField field={fields.adults} label={t('form.adults')} hint={t('form.adults_hint')}>
          <NumberOptions {...travellerLimits.adults} />
        </SelectField>
        <SelectField field={fields.children} label={t('form.children')} hint={t('form.children_hint')}>
          <NumberOptions {...travellerLimits.children} />
        </SelectField>
        <SelectField field={fields.infants} label={t('form.infants')} hint={t('form.infants_hint')}>
          <NumberOptions {...travellerLimits.infants} />
        </SelectField>
        <SelectField field={fields.travelClass} label={t('form.class')}>
          {travelClasses.map((code) => (
            <option key={code} value={code}>
              {t(`class.${code}`)}
            </option>
          ))}
        </SelectField>
        <div className="col-span-2">
          <SelectField field={fields.currency} label={t('form.currency')}>
            <CurrencyOptions />
          </SelectField>
        </div>
      </div>
      <div className="grid gap-3">
        <p id={waitNoteId} className="text-small text-ink-muted">
          {t('form.expect')}
        </p>
        <Button type="submit" variant="primary" aria-describedby={waitNoteId} className="w-full sm:w-fit">
          {isSearching ? <span aria-hidden="true" className="spinner" /> : <Icon name="search" />}
          {isSearching ? t('form.searching') : t('form.search')}
        </Button>
      </div>
      <RecentSearches reloadDocument={reloadDocument} />
      {airportList === 'here' && <AirportDatalist hasAreas />}
    </Form>
  );
}

function NumberOptions({ min, max }: { min: number; max: number }) {
  return Array.from({ length: max - min + 1 }, (_, index) => <option key={index}>{min + index}</option>);
}

/** Links to earlier searches in this tab. Their script is loaded only if there are any. */
function RecentSearches({ reloadDocument }: { reloadDocument: boolean }) {
  const [Links, setLinks] = useState<ComponentType<{ reloadDocument: boolean }>>();
  useEffect(() => {
    if (mayHaveSearched()) void import('./recent-searches.tsx').then((module) => setLinks(() => module.RecentSearches));
  }, []);
  return Links && <Links reloadDocument={reloadDocument} />;
}

/** Whether this tab has stored results, or cannot store anything. */
function mayHaveSearched(): boolean {
  try {
    return Object.keys(sessionStorage).some((key) => key.startsWith(resultsKeyPrefix));
  } catch {
    return true;
  }
}

/** Rendered only if scripts run. */
function SwapButton({ label }: { label: string }) {
  const canSwap = useHydrated();
  if (!canSwap) return null;
  return (
    <button
      type="button"
      className={`justify-self-center ${buttonClass('secondary')}`}
      onClick={(event) => swapAirports(event.currentTarget.form)}
    >
      <Icon name="arrow-left-right" />
      {label}
    </button>
  );
}

/** Swaps the airports by simulating typing, so that the comboboxes react, and closes the lists that they open. */
function swapAirports(form: HTMLFormElement | null): void {
  const [origin, destination] = ['origin', 'destination'].map((name) =>
    form?.querySelector<HTMLInputElement>(`input[type=text][name=${name}]`),
  );
  if (!origin || !destination) return;
  const values = [destination.value, origin.value];
  [origin, destination].forEach((input, index) => {
    setNativeValue(input, values[index] ?? '');
    setTimeout(() => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  });
}
