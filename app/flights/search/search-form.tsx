import { getFormProps, type SubmissionResult, useForm } from '@conform-to/react';
import { Form, useNavigation } from '@remix-run/react';
import { type FormEvent, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ConstraintCodes, validateInBrowser } from '#app/forms/browser-checks.ts';
import { setNativeValue } from '#app/forms/enter-value.ts';
import { DateField } from '#app/forms/inputs/date-input.tsx';
import { SelectField } from '#app/forms/inputs/text-field.tsx';
import { pathIn } from '#app/i18n/languages.ts';
import type { MessageCode } from '#app/i18n/texts/message.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { AirportDatalist } from '#app/places/field/airport-field.tsx';
import { AirportInputs } from '#app/places/field/airport-inputs.tsx';
import { Button, buttonClass } from '#app/ui/controls/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { ErrorSummary } from '#app/ui/messages/error-summary.tsx';
import { useHydrated } from '#app/ui/use-hydrated.ts';
import { travelClasses } from '../model/flight.ts';
import { travellerLimits } from '../model/flight-query.ts';
import { flightQueryFieldNames, type FlightSearchFields } from '../model/flight-query-fields.ts';
import { RecentSearches } from './recent-searches.tsx';

const formId = 'flight-search';

const checks = {
  origin: { missing: 'origin_required' },
  destination: { missing: 'destination_required' },
  depart_date: { missing: 'depart_date_required' },
} satisfies Record<string, ConstraintCodes>;

export type FlightSearch = ReturnType<typeof useFlightSearch>;

/**
 * State of the search form. Held by the page, which shows the error summary above its heading.
 * @param values initial values: the current search
 * @param result validation errors of the requested URL
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
    onValidate: ({ form, formData }) => validateInBrowser(form, formData, checks),
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  // The page that arrived with errors has already moved the focus; only later attempts move it again.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- a new value is the point
  const attempt = useMemo(() => (attempts === 0 ? undefined : {}), [attempts, result]);
  return {
    fields,
    attempt,
    errors: flightQueryFieldNames.flatMap((name) => {
      const [code] = form.allErrors[name] ?? [];
      return code ? [{ controlId: fields[name].id, message: t(`form.${code}`) }] : [];
    }),
    /** A field's submitted text, as it was typed. */
    sentText: (name: (typeof flightQueryFieldNames)[number]): string | undefined => {
      const sent = result?.initialValue?.[name];
      return typeof sent === 'string' ? sent : undefined;
    },
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

/** The error summary, for the top of the page. */
export function FlightSearchProblems({ search: { errors, attempt } }: { search: FlightSearch }) {
  const { t } = useTranslation('forms');
  if (errors.length === 0) return null;
  return <ErrorSummary title={t('summary.title', { count: errors.length })} items={errors} attempt={attempt} />;
}

/** The search form: a plain GET form, whose URL is the search (spec, section 3). */
export function FlightSearchForm({
  search: { fields, formProps, sentText },
  earliestDate,
  hasAirportList = false,
}: {
  search: FlightSearch;
  /** The first date that is not in the past, yyyy-MM-dd. */
  earliestDate: string;
  /** Another form on the page already renders the airport datalist. */
  hasAirportList?: boolean;
}) {
  const { t } = useTranslation('flight-search');
  const { t: forms } = useTranslation('forms');
  const language = useLanguage();
  const navigation = useNavigation();
  const expectId = useId();
  const action = pathIn(language, '/search/flights');
  const isSearching = navigation.state === 'loading' && navigation.location.pathname === action;
  return (
    <Form {...formProps} method="get" action={action} className="grid gap-5">
      <AirportInputs
        request={{ fields: { origin: fields.origin, destination: fields.destination }, sentText }}
        labels={{ origin: t('form.origin'), destination: t('form.destination') }}
      />
      <SwapButton label={t('form.swap')} />
      <div className="grid items-end gap-5 md:grid-cols-2">
        <DateField field={fields.depart_date} label={t('form.depart')} min={earliestDate} required />
        <DateField
          field={fields.return_date}
          label={t('form.return')}
          note={forms('field.optional')}
          hint={t('form.return_hint')}
          min={earliestDate}
        />
      </div>
      <div className="grid grid-cols-2 items-end gap-x-4 gap-y-5 lg:grid-cols-4">
        <SelectField field={fields.adults} label={t('form.adults')} hint={t('form.adults_hint')}>
          <Numbers {...travellerLimits.adults} />
        </SelectField>
        <SelectField field={fields.children} label={t('form.children')} hint={t('form.children_hint')}>
          <Numbers {...travellerLimits.children} />
        </SelectField>
        <SelectField field={fields.infants} label={t('form.infants')} hint={t('form.infants_hint')}>
          <Numbers {...travellerLimits.infants} />
        </SelectField>
        <SelectField field={fields.travelClass} label={t('form.class')}>
          {travelClasses.map((code) => (
            <option key={code} value={code}>
              {t(`class.${code}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-3">
        <p id={expectId} className="text-small text-ink-muted">
          {t('form.expect')}
        </p>
        <Button type="submit" look="main" aria-describedby={expectId} className="w-full sm:w-fit">
          {isSearching ? <span aria-hidden="true" className="spinner" /> : <Icon name="search" />}
          {isSearching ? t('form.searching') : t('form.search')}
        </Button>
      </div>
      <RecentSearches />
      {!hasAirportList && <AirportDatalist />}
    </Form>
  );
}

function Numbers({ min, max }: { min: number; max: number }) {
  return Array.from({ length: max - min + 1 }, (_, index) => <option key={index}>{min + index}</option>);
}

/** Rendered with scripts only. */
function SwapButton({ label }: { label: string }) {
  const canSwap = useHydrated();
  if (!canSwap) return null;
  return (
    <button
      type="button"
      className={`justify-self-center ${buttonClass('quiet')}`}
      onClick={(event) => swap(event.currentTarget.form)}
    >
      <Icon name="arrow-left-right" />
      {label}
    </button>
  );
}

/** Simulates typing, so that the comboboxes notice, and closes the lists that they open. */
function swap(form: HTMLFormElement | null): void {
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
