import type { Names } from '../../../model/flight.ts';
import { isRecord } from './json-values.ts';
import type { ParseCache } from './parse-cache.server.ts';

/** Parses the names in one chunk: of partners by gate id, of airlines and airports by IATA code. */
export function readNames(
  chunk: { gates_info?: unknown; airlines?: unknown; airports?: unknown },
  { text, carrier, airport }: ParseCache,
): Names {
  return {
    gates: namesOf(chunk.gates_info, 'label', text, text),
    airlines: namesOf(chunk.airlines, 'name', carrier, text),
    airports: namesOf(chunk.airports, 'name', airport, text),
  };
}

type Read = (value: unknown) => string;

function namesOf(value: unknown, field: string, readKey: Read, readText: Read): Record<string, string> {
  if (!isRecord(value)) return {};
  const names: [string, string][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const id = readKey(key);
    const name = isRecord(entry) ? nameOf(entry[field], readText) : '';
    if (id && name) names.push([id, name]);
  }
  // Object.fromEntries also keeps a key such as `__proto__`, which assignment would drop.
  return Object.fromEntries(names);
}

/** A name, or an object of names by locale: English first. */
function nameOf(value: unknown, readText: Read): string {
  if (!isRecord(value)) return readText(value);
  return readText(value.en) || readText(Object.values(value).find((name) => readText(name) !== ''));
}
