import type { Names } from '../../../model/flight.ts';
import { isRecord } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';

/** Parses the names in one chunk: partners by gate id, airlines and airports by IATA code. */
export function readNames(
  chunk: { gates_info?: unknown; airlines?: unknown; airports?: unknown },
  { text, carrier, airport }: ParseCache,
): Names {
  return {
    gates: readNameMap(chunk.gates_info, 'label', text, text),
    airlines: readNameMap(chunk.airlines, 'name', carrier, text),
    airports: readNameMap(chunk.airports, 'name', airport, text),
    cities: readNameMap(chunk.airports, 'city', airport, text),
  };
}

/** Maximum number of names of each kind in a chunk: more than there are airports in the world. */
const maxNames = 20_000;

type TextReader = (value: unknown) => string;

function readNameMap(value: unknown, field: string, readKey: TextReader, readText: TextReader): Record<string, string> {
  if (!isRecord(value)) return {};
  const names: [string, string][] = [];
  for (const [key, entry] of Object.entries(value).slice(0, maxNames)) {
    const id = readKey(key);
    const name = isRecord(entry) ? readName(entry[field], readText) : '';
    if (id && name) names.push([id, name]);
  }
  // Unlike assignment, Object.fromEntries keeps a key such as `__proto__`.
  return Object.fromEntries(names);
}

/** Reads a name from a string, or from an object of names by locale, where English takes precedence. */
function readName(value: unknown, readText: TextReader): string {
  if (!isRecord(value)) return readText(value);
  return readText(value.en) || readText(Object.values(value).find((name) => readText(name) !== ''));
}
