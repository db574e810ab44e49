import { warnings, type Warning } from './flight.ts';

/** How results are sorted; the cheapest first where nothing is said (spec, section 9). */
export const sorts = ['cheapest', 'fastest', 'earliest', 'best'] as const;
export type Sort = (typeof sorts)[number];

/** Parts of the day, six hours each, from midnight. */
export const dayParts = ['night', 'morning', 'afternoon', 'evening'] as const;
export type DayPart = (typeof dayParts)[number];

/** Whether checked baggage is part of the fare: on every leg, not on every leg, or not known. */
export const baggageKinds = ['with', 'without', 'unknown'] as const;
export type BaggageKind = (typeof baggageKinds)[number];

/** Which of a search's flights are shown, and how. An empty list of choices restricts nothing. */
export interface ListQuery {
  sort: Sort;
  /** At most so many stops in each direction. */
  stops?: number;
  /** IATA codes: one of them takes part. */
  carriers: string[];
  /** When the outbound journey begins and ends, by the clocks there. */
  depart: DayPart[];
  arrive: DayPart[];
  /** At most so many hours in each direction. */
  hours?: number;
  baggage: BaggageKind[];
  /** What must not occur. */
  without: Warning[];
  /** From 1. */
  page: number;
}

/** The parameters beside those of the search itself, by the names in an address. */
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

/** Reads an address; what it cannot mean is left out. */
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

/** The parameters that say this, defaults left out: each list has one address. */
export function listParams(list: ListQuery): [string, string][] {
  const number = (name: string, value: number | undefined): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]];
  const many = (name: string, values: string[]) => values.map((value): [string, string] => [name, value]);
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

/** Whether anything is left out. */
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
