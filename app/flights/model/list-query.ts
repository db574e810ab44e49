import { type Warning, warnings } from './flight.ts';

/** Sort orders; cheapest first by default (spec, section 9). */
export const sorts = ['cheapest', 'fastest', 'earliest', 'best'] as const;
export type Sort = (typeof sorts)[number];

/** Six-hour parts of the day, from midnight. */
export const dayParts = ['night', 'morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

/** Whether the fare includes checked baggage: on every leg, not on every leg, or unknown. */
export const baggageKinds = ['with', 'without', 'unknown'] as const;
export type BaggageKind = (typeof baggageKinds)[number];

/** Filters, sort order and page of a list of results. An empty array does not filter. */
export interface ListQuery {
  sort: Sort;
  /** Maximum number of stops in each direction. */
  stops?: number;
  /** IATA codes, at least one of which must take part. */
  carriers: string[];
  /** Parts of the day of outbound departure and arrival, by local time. */
  depart: DayPart[];
  arrive: DayPart[];
  /** Maximum duration of each direction (h). */
  hours?: number;
  baggage: BaggageKind[];
  /** Warnings to exclude. */
  without: Warning[];
  /** From 1. */
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

/** Parses query parameters; invalid values are ignored. */
export function readListQuery(params: URLSearchParams): ListQuery {
  return {
    sort: oneOf(sorts, params.get('sort')) ?? 'cheapest',
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

/** Serialises to query parameters without defaults, so that each list has one URL. */
export function listParams(list: ListQuery): [ListParam, string][] {
  const number = (name: ListParam, value: number | undefined): [ListParam, string][] =>
    value === undefined ? [] : [[name, String(value)]];
  const many = (name: ListParam, values: string[]) => values.map((value): [ListParam, string] => [name, value]);
  return [
    ...(list.sort === 'cheapest' ? [] : many('sort', [list.sort])),
    ...number('stops', list.stops),
    ...many('carrier', list.carriers),
    ...many('depart', list.depart),
    ...many('arrive', list.arrive),
    ...number('hours', list.hours),
    ...many('baggage', list.baggage),
    ...many('without', list.without),
    ...(list.page === 1 ? [] : number('page', list.page)),
  ];
}

/** Whether any filter is set; sort order and page do not count. */
export function isFiltered(list: ListQuery): boolean {
  return listParams({ ...list, sort: 'cheapest', page: 1 }).length > 0;
}

function oneOf<Value extends string>(values: readonly Value[], found: string | null): Value | undefined {
  return values.find((value) => value === found);
}

function someOf<Value extends string>(values: readonly Value[], found: string[]): Value[] {
  return values.filter((value) => found.includes(value));
}

function wholeNumber(text: string | null, min: number, max: number): number | undefined {
  if (text === null || !/^\d{1,4}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= min && number <= max ? number : undefined;
}
