import { currencies, type Currency } from './currency.ts';
import { type Warning, warnings } from './flight.ts';

/** Sort orders of the list; `cheapest` is the default (spec, section 9). */
export const sortOrders = ['cheapest', 'fastest', 'earliest', 'best'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Six-hour parts of the day, starting at midnight. */
export const dayParts = ['night', 'morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

/** Whether the fare includes checked baggage: on every leg (`with`), not on every leg (`without`), or unknown. */
export const baggageKinds = ['with', 'without', 'unknown'] as const;
export type BaggageKind = (typeof baggageKinds)[number];

/** What a ticket can be required to allow before departure, possibly for a fee. */
export const requirableTerms = ['change', 'refund'] as const;
export type RequirableTerm = (typeof requirableTerms)[number];

/** The minimum connecting time (min) that visitors can ask for: long enough for somebody in a wheelchair. */
export const comfortableConnection = 90;

/** Filters, sort order, page and currency of a results list. A filter with an empty array is off. */
export interface ListQuery {
  sort: SortOrder;
  /** Maximum number of stops in each direction. */
  stops?: number;
  /** IATA codes; the itinerary must include at least one of these carriers. */
  carriers: string[];
  /** Parts of the day of outbound departure and arrival, in local time. */
  depart: DayPart[];
  arrive: DayPart[];
  /** The same for the return. */
  returnDepart: DayPart[];
  returnArrive: DayPart[];
  /** Maximum duration of each direction (h). */
  hours?: number;
  /** Minimum time to change planes (min). */
  connection?: number;
  baggage: BaggageKind[];
  /** Terms that the fare must have. */
  terms: RequirableTerm[];
  /** Warnings to exclude. */
  without: Warning[];
  /** Page number, starting at 1. */
  page: number;
  /** The currency of prices, if the visitor has chosen one. */
  currency?: Currency;
  /** Whether the visitor has opened the filters. */
  areFiltersOpen?: true;
}

/** Query parameters of the list, in addition to those of the search. */
export const listParamNames = [
  'sort',
  'stops',
  'carrier',
  'depart',
  'arrive',
  'return_depart',
  'return_arrive',
  'hours',
  'connection',
  'baggage',
  'terms',
  'without',
  'page',
  'currency',
  'filters',
] as const;
export type ListParam = (typeof listParamNames)[number];

/** Parses query parameters, ignoring invalid values. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    sort: oneOf(sortOrders, params.get('sort')) ?? 'cheapest',
    stops: wholeNumber(params.get('stops'), 0, 1),
    carriers: [...new Set(params.getAll('carrier').filter((code) => /^[A-Z0-9]{2,3}$/.test(code)))].sort().slice(0, 50),
    depart: someOf(dayParts, params.getAll('depart')),
    arrive: someOf(dayParts, params.getAll('arrive')),
    returnDepart: someOf(dayParts, params.getAll('return_depart')),
    returnArrive: someOf(dayParts, params.getAll('return_arrive')),
    hours: wholeNumber(params.get('hours'), 1, 99),
    connection: wholeNumber(params.get('connection'), comfortableConnection, comfortableConnection),
    baggage: someOf(baggageKinds, params.getAll('baggage')),
    terms: someOf(requirableTerms, params.getAll('terms')),
    without: someOf(warnings, params.getAll('without')),
    page: wholeNumber(params.get('page'), 1, 9999) ?? 1,
    currency: oneOf(currencies, params.get('currency')),
    ...(params.get('filters') === 'open' && { areFiltersOpen: true as const }),
  };
}

/** Serialises to query parameters, omitting defaults, so each list has exactly one URL. */
export function listParams(list: ListQuery): [ListParam, string][] {
  const numberParam = (name: ListParam, value: number | undefined): [ListParam, string][] =>
    value === undefined ? [] : [[name, String(value)]];
  const repeatedParam = (name: ListParam, values: string[]) =>
    values.map((value): [ListParam, string] => [name, value]);
  return [
    ...(list.sort === 'cheapest' ? [] : repeatedParam('sort', [list.sort])),
    ...numberParam('stops', list.stops),
    ...repeatedParam('carrier', list.carriers),
    ...repeatedParam('depart', list.depart),
    ...repeatedParam('arrive', list.arrive),
    ...repeatedParam('return_depart', list.returnDepart),
    ...repeatedParam('return_arrive', list.returnArrive),
    ...numberParam('hours', list.hours),
    ...numberParam('connection', list.connection),
    ...repeatedParam('baggage', list.baggage),
    ...repeatedParam('terms', list.terms),
    ...repeatedParam('without', list.without),
    ...(list.page === 1 ? [] : numberParam('page', list.page)),
    ...(list.currency === undefined ? [] : repeatedParam('currency', [list.currency])),
    ...(list.areFiltersOpen ? repeatedParam('filters', ['open']) : []),
  ];
}

/** Whether any filter is set; the other parameters do not count. */
export function isFiltered(list: ListQuery): boolean {
  return listParams({ ...list, sort: 'cheapest', page: 1, currency: undefined, areFiltersOpen: undefined }).length > 0;
}

/** Whether the page shows the filters. They are a tenth of its size, so it leaves them out until they are wanted. */
export function showsFilters(list: ListQuery): boolean {
  return list.areFiltersOpen === true || isFiltered(list);
}

/** Returns the same list without filters, on page 1. */
export function withoutFilters({ sort, currency }: ListQuery): ListQuery {
  return { ...readListQuery(new URLSearchParams()), sort, currency };
}

function oneOf<Value extends string>(values: readonly Value[], input: string | null): Value | undefined {
  return values.find((value) => value === input);
}

function someOf<Value extends string>(values: readonly Value[], inputs: string[]): Value[] {
  return values.filter((value) => inputs.includes(value));
}

function wholeNumber(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,4}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}
