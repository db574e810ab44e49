import { Form, useSubmit } from '@remix-run/react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { pathIn } from '#app/i18n/languages.ts';
import { useLanguage } from '#app/i18n/use-language.ts';
import { Button } from '#app/ui/controls/button.tsx';
import { Select } from '#app/ui/controls/select.tsx';
import { type ListParam, listParams, type ListQuery } from '../model/list-query.ts';
import { resultsId } from '../model/results-url.ts';
import { usePriceText } from '../parts/use-price-text.ts';
import { CurrencyOptions } from '../search/currency-options.tsx';
import type { PriceView } from '../view/flight-view.ts';
import type { FacetView, FacetViews } from '../view/results-view.ts';

/**
 * Filters of the list: a plain GET form with a button. If scripts run, every change submits the form, even before React
 * has started (`enhancement/react/submit-on-change.ts`). Submitting returns to page 1.
 */
export function Filters({
  queryKey,
  list,
  facets,
  hasCurrencies,
}: {
  queryKey: string;
  list: ListQuery;
  facets: FacetViews;
  /** Whether visitors can choose the currency of prices. */
  hasCurrencies: boolean;
}) {
  const { t: tSearch } = useTranslation('flight-search');
  const currencyId = useId();
  const { t } = useTranslation('flights');
  const language = useLanguage();
  const submit = useSubmit();
  const form = useRef<HTMLFormElement>(null);
  const shownList = useRef(list);
  useEffect(() => {
    // Not while React starts: the visitor may just have changed an input.
    if (shownList.current === list) return;
    shownList.current = list;
    // Links such as "clear" change the list without remounting the inputs, because remounting would lose the focus. So
    // the inputs are updated here.
    for (const input of form.current?.querySelectorAll<HTMLInputElement>('input:not([type=hidden])') ?? []) {
      input.checked = input.defaultChecked;
    }
  }, [list]);
  const formatPriceView = usePriceText();
  const lowestPrice = (price: PriceView) => t('filter.from_price', { price: formatPriceView(price) });
  const allGroups: Group[] = [
    {
      name: 'stops',
      legend: t('filter.stops'),
      type: 'radio',
      choices: radioChoices(facets.stops, list.stops, t('filter.any'), (stops) =>
        stops === 0 ? t('filter.direct') : t('filter.up_to_one'),
      ),
    },
    {
      name: 'hours',
      legend: t('filter.hours'),
      type: 'radio',
      choices: radioChoices(facets.hours, list.hours, t('filter.any_time'), (hours) =>
        t('filter.up_to_hours', { hours }),
      ),
    },
    {
      name: 'depart',
      legend: t('filter.depart'),
      type: 'checkbox',
      choices: checkboxChoices(facets.depart, list.depart, (part) => t(`filter.${part}`)),
    },
    {
      name: 'arrive',
      legend: t('filter.arrive'),
      type: 'checkbox',
      choices: checkboxChoices(facets.arrive, list.arrive, (part) => t(`filter.${part}`)),
    },
    {
      name: 'return_depart',
      legend: t('filter.return_depart'),
      type: 'checkbox',
      choices: checkboxChoices(facets.returnDepart, list.returnDepart, (part) => t(`filter.${part}`)),
    },
    {
      name: 'return_arrive',
      legend: t('filter.return_arrive'),
      type: 'checkbox',
      choices: checkboxChoices(facets.returnArrive, list.returnArrive, (part) => t(`filter.${part}`)),
    },
    {
      name: 'connection',
      legend: t('filter.connection'),
      type: 'checkbox',
      choices: checkboxChoices(facets.connection, list.connection === undefined ? [] : [list.connection], (minutes) =>
        t('filter.at_least_minutes', { minutes }),
      ),
    },
    {
      name: 'terms',
      legend: t('filter.terms'),
      type: 'checkbox',
      choices: checkboxChoices(facets.terms, list.terms, (term) => t(`filter.${term}`)),
    },
    {
      name: 'carrier',
      legend: t('filter.carriers'),
      type: 'checkbox',
      choices: checkboxChoices(
        facets.carriers,
        list.carriers,
        (code) => facets.carriers.find(({ value }) => value === code)?.name ?? code,
      ),
    },
    {
      name: 'baggage',
      legend: t('filter.baggage'),
      type: 'checkbox',
      choices: checkboxChoices(facets.baggage, list.baggage, (kind) => t(`filter.${kind}`)),
    },
    {
      name: 'without',
      legend: t('filter.without_warnings'),
      type: 'checkbox',
      choices: facets.without.map((warning) => ({
        value: warning,
        label: t(`warning.${warning}`),
        isChosen: list.without.includes(warning),
      })),
    },
  ];
  const groups = allGroups.filter(({ choices }) => choices.length > 0);
  if (groups.length === 0 && !hasCurrencies) return null;

  const visible = new Set(groups.flatMap(({ name, choices }) => choices.map(({ value }) => `${name} ${value}`)));
  const hidden = [
    ...new URLSearchParams(queryKey),
    ...listParams({ ...list, page: 1, ...(hasCurrencies && { currency: undefined }) }).filter(
      ([name, value]) => !visible.has(`${name} ${value}`) && !isLimit(name),
    ),
  ];
  return (
    <Form
      ref={form}
      method="get"
      action={`${pathIn(language, '/search/flights')}#${resultsId}`}
      preventScrollReset
      // Otherwise browsers restore what was chosen when the page was left, which is not what the list shows.
      autoComplete="off"
      data-submits-on-change=""
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
      className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3"
    >
      {hidden.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      {groups.map(({ name, legend, type, choices }) => (
        <fieldset key={name} className="filter-group">
          <legend>{legend}</legend>
          {choices.map(({ value, label, price, isChosen }) => (
            // Without the `div`, text browsers put all labels on one line.
            <div key={value}>
              <label>
                <input type={type} name={name} value={value} defaultChecked={isChosen} />
                <span>{label}</span> {price && <small>{lowestPrice(price)}</small>}
              </label>
            </div>
          ))}
        </fieldset>
      ))}
      {hasCurrencies && (
        <div className="filter-group">
          <label htmlFor={currencyId}>{tSearch('form.currency')}</label>
          <Select id={currencyId} name="currency" defaultValue={list.currency ?? ''}>
            <CurrencyOptions />
          </Select>
        </div>
      )}
      <Button type="submit" variant="secondary" className="col-span-full w-fit self-start">
        {t('filter.apply')}
      </Button>
    </Form>
  );
}

interface Choice {
  value: string;
  label: ReactNode;
  price?: PriceView;
  isChosen: boolean;
}

interface Group {
  name: ListParam;
  legend: string;
  type: 'radio' | 'checkbox';
  choices: Choice[];
}

/** Returns the choices of a radio group: the limits, and "any" with an empty value. */
function radioChoices(
  facets: FacetView<number>[],
  chosen: number | undefined,
  any: string,
  label: (limit: number) => string,
): Choice[] {
  const values = [...new Set([...facets.map(({ value }) => value), ...(chosen === undefined ? [] : [chosen])])];
  if (values.length === 0) return [];
  return [
    { value: '', label: any, isChosen: chosen === undefined },
    ...values
      .sort((a, b) => a - b)
      .map((value) => ({
        value: String(value),
        label: label(value),
        price: facets.find((facet) => facet.value === value),
        isChosen: value === chosen,
      })),
  ];
}

function checkboxChoices<Value extends string | number>(
  facets: FacetView<Value>[],
  chosen: Value[],
  label: (value: Value) => string,
): Choice[] {
  return facets.map((facet) => ({
    value: String(facet.value),
    label: label(facet.value),
    price: facet,
    isChosen: chosen.includes(facet.value),
  }));
}

/** Whether the parameter is a radio group. These always send a value: an empty one for "any". */
function isLimit(name: ListParam): boolean {
  return name === 'stops' || name === 'hours';
}
