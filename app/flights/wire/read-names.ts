import { readAirport, readCarrier } from './iata-codes.ts';
import { isRecord } from './json-values.ts';
import { readText } from './outside-text.ts';

/** `gates_info`: what partners are called, by gate id. */
export function readGateNames(value: unknown): Record<string, string> {
  return readNames(value, readText, 'label');
}

/** `airlines`, by IATA code. */
export function readAirlineNames(value: unknown): Record<string, string> {
  return readNames(value, readCarrier, 'name');
}

/** `airports`, by IATA code. */
export function readAirportNames(value: unknown): Record<string, string> {
  return readNames(value, readAirport, 'name');
}

function readNames(value: unknown, readKey: (key: string) => string, field: string): Record<string, string> {
  if (!isRecord(value)) return {};
  const names: [string, string][] = [];
  for (const [key, entry] of Object.entries(value)) {
    const id = readKey(key);
    const name = isRecord(entry) ? readName(entry[field]) : '';
    if (id && name) names.push([id, name]);
  }
  // Keeps a key such as `__proto__`, which an assignment would lose.
  return Object.fromEntries(names);
}

/** A name, or one of several by locale. */
function readName(value: unknown): string {
  if (!isRecord(value)) return readText(value);
  return readText(value.en) || readText(Object.values(value).find((name) => readText(name) !== ''));
}
