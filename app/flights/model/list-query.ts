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

/** Filters, sort order and page of a results list. A filter with an empty array is off. */
export interface ListQuery {
  sort: SortOrder;
  /** Maximum number of stops in each direction. */
  stops?: number;
  /** IATA codes; the itinerary must include at least one of these carriers. */
  carriers: string[];
  /** Parts of the day of outbound departure and arrival, in local time. */
  depart: DayPart[];
  arrive: DayPart[];
  /** Maximum duration of each direction (h). */
  hours?: number;
  baggage: BaggageKind[];
  /** Warnings to exclude. */
  without: Warning[];
  /** Page number, starting at 1. */
  page: number;
}

/** Query parameters of the list, in addition to those of the search. */
export const listParamNames = [
  'sort',
  'stops',
  'carrier',
  'depart',
  'arrive',
  'hours',
  'baggage',
  'without',
  'page',
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
    hours: wholeNumber(params.get('hours'), 1, 99),
    baggage: someOf(baggageKinds, params.getAll('baggage')),
    without: someOf(warnings, params.getAll('without')),
    page: wholeNumber(params.get('page'), 1, 9999) ?? 1,
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
    ...numberParam('hours', list.hours),
    ...repeatedParam('baggage', list.baggage),
    ...repeatedParam('without', list.without),
    ...(list.page === 1 ? [] : numberParam('page', list.page)),
  ];
}

/** Whether any filter is set; sort order and page do not count. */
export function isFiltered(list: ListQuery): boolean {
  return listParams({ ...list, sort: 'cheapest', page: 1 }).length > 0;
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
