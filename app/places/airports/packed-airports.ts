import type { Airport } from './airport.ts';

const languages = ['ar', 'en'] as const;
type Language = (typeof languages)[number];

/** Words that most airports have in their names, with the character that abbreviates each. `*` stands for the city. */
const abbreviations: Record<Language, readonly [word: string, symbol: string][]> = {
  ar: [
    ['مطار ', '^'],
    [' الدولي', '~'],
  ],
  en: [
    [' International Airport', '~'],
    [' Airport', '^'],
  ],
};

/**
 * Packs the list of airports for browsers: one column per line, grouped by country. This saves a quarter of its
 * compressed size.
 * @throws {Error} if {@link unpackAirports} would not return the same list
 */
export function packAirports(airports: readonly Airport[]): string {
  const countries = [...new Set(airports.map(({ country }) => country.en))].map((name) =>
    airports.filter(({ country }) => country.en === name),
  );
  const sorted = countries.flat();
  const packed = [
    countries.map((group) => group.map(({ code }) => code).join('')).join('|'),
    ...languages.flatMap((language) => [
      countries.map(([first]) => first?.country[language]).join('|'),
      sorted.map(({ city }) => city[language]).join('|'),
      sorted.map(({ name, city }) => abbreviate(name[language], city[language], language)).join('|'),
    ]),
  ].join('\n');
  if (JSON.stringify(unpackAirports(packed)) !== JSON.stringify(airports))
    throw new Error('The airports do not unpack to the same list');
  return packed;
}

/** Returns the airports that {@link packAirports} has packed, sorted by code. */
export function unpackAirports(packed: string): Airport[] {
  const [codes = [], ...columns] = packed.split('\n').map((line) => line.split('|'));
  const rows = codes.flatMap((group, country) => (group.match(/.{3}/g) ?? []).map((code) => ({ code, country })));
  return rows
    .map(({ code, country }, row) => {
      const [ar, en] = languages.map((language, index) => {
        const [countries = [], cities = [], names = []] = columns.slice(index * 3);
        const city = cities[row] ?? '';
        return { country: countries[country] ?? '', city, name: spellOut(names[row] ?? '', city, language) };
      });
      const texts = (column: 'name' | 'city' | 'country') => ({ ar: ar?.[column] ?? '', en: en?.[column] ?? '' });
      return { code, name: texts('name'), city: texts('city'), country: texts('country') };
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1));
}

function abbreviate(name: string, city: string, language: Language): string {
  return abbreviations[language].reduce((text, [word, symbol]) => text.replace(word, symbol), name.replace(city, '*'));
}

function spellOut(name: string, city: string, language: Language): string {
  return abbreviations[language].reduce((text, [word, symbol]) => text.replace(symbol, word), name).replace('*', city);
}
