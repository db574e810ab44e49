import type { Names } from '../flight.ts';
import { isRecord } from './json-values.ts';
import type { Vocabulary } from './vocabulary.server.ts';

/** What partners (by gate id), airlines and airports (by IATA code) are called, in the words of one chunk. */
export function readNames(
  chunk: { gates_info?: unknown; airlines?: unknown; airports?: unknown },
  { text, carrier, airport }: Vocabulary,
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
  // Keeps a key such as `__proto__`, which an assignment would lose.
  return Object.fromEntries(names);
}

/** A name, or one of several by locale. */
function nameOf(value: unknown, readText: Read): string {
  if (!isRecord(value)) return readText(value);
  return readText(value.en) || readText(Object.values(value).find((name) => readText(name) !== ''));
}
