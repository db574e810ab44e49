import { describe, expect, test } from 'vitest';
import { fold } from '#app/i18n/input/fold.ts';
import { languageCodes } from '#app/i18n/languages.ts';
import { costRatio } from '#tests/support/reference-load.ts';
import { airports } from '../airports/airport.ts';
import { codeAsText } from '../airports/airport-codes.ts';
import { airportsOf, areas } from '../airports/areas.ts';
import { flightPlaceLabel, resolveFlightPlace } from './flight-place.ts';

/** Resolves a text to a code, or to `ambiguous LON LHR …` or `nearby FRA 75 km from Heidelberg, …`. */
function resolve(typed: string): string {
  const place = resolveFlightPlace(typed, 'en');
  if (place.outcome === 'found') return place.code;
  if (place.outcome === 'unknown') return 'unknown';
  const choices = place.choices.map(({ code, near }) =>
    near ? `${code} ${near.kilometres} km from ${near.town}` : code,
  );
  return `${place.outcome} ${choices.join(', ')}`;
}

test.each(languageCodes)('every airport and area is recognised by its label and its code (%s)', (language) => {
  const codes = [...airports, ...areas].map(({ code }) => code);
  expect(codes.filter((code) => resolve(flightPlaceLabel(code, language)) !== code)).toEqual([]);
  expect(codes.filter((code) => resolve(codeAsText(code)) !== code)).toEqual([]);
  expect(codes.filter((code) => codeAsText(code) !== code)).toEqual(['RAK']);
});

test('every code is recognised in lower case, or asked about if the name of another city begins with it', () => {
  const lowerCase = airports.map(({ code }) => [code, resolve(code.toLowerCase())] as const);
  const asked = lowerCase.filter(([code, place]) => place !== code);
  expect(asked.length).toBeLessThan(20);
  expect(asked.filter(([code, place]) => !place.startsWith('ambiguous ') || !place.includes(code))).toEqual([]);
});

test.each([
  ['RUH', ['ruh', ' RUH ', 'Riyadh (RUH)', 'riyadh (ruh) ', 'الرياض (RUH)', '\u2067الرياض\u2069 (\u2066RUH\u2069)']],
  [
    'RUH',
    [
      'Riyadh',
      'riyadh',
      'Riad',
      'الرياض',
      'الرّياض',
      'ﺍﻟﺮﻳﺎﺽ',
      'ＲＵＨ',
      'Ｒｉｙａｄｈ',
      'ریاض',
      'Riyadh, Saudi Arabia',
    ],
  ],
  ['RUH', ['King Khalid International Airport', 'king khalid', 'مطار الملك خالد الدولي', 'الملك خالد']],
  ['MUC', ['München', 'Muenchen', 'Munich', 'ميونخ', 'ميونيخ']],
  ['CGN', ['Köln', 'Koln', 'Koeln', 'كولن', 'كولونيا', 'Cologne Bonn']],
  ['HAM', ['هامبورج', 'هامبورغ']],
  ['NUE', ['Nürnberg']],
  ['DUS', ['Duesseldorf']],
  ['CAI', ['القاهره']],
  ['JED', ['جده', 'مطار جدة', 'جدہ']],
  ['EBL', ['هەولێر', 'هولير']],
  ['DUB', ['DUB']],
  // Countries with one airport.
  ['DOH', ['قطر', 'Qatar']],
  ['BUD', ['المجر']],
  ['TUN', ['Tunis']],
  ['KWI', ['Kuwait', 'الكويت']],
  // Old codes and the codes of cities.
  ['IKA', ['THR', 'Tehran (THR)']],
  ['IST', ['ISL']],
  ['BER', ['TXL', 'SXF', 'Berlin (TXL)']],
  ['FCO', ['ROM', 'Rom']],
  ['RKT', ['RKT', 'Ras Al Khaimah', 'رأس الخيمة', 'Ras Al Khaimah (RAK)']],
  ['RAK', ['(RAK)', 'Marrakech (RAK)', 'Marrakech', 'مراكش']],
])('%s is recognised in %j', (code, texts) => {
  expect(texts.map(resolve)).toEqual(texts.map(() => code));
});

test.each([
  ['London', 'ambiguous LON, LHR, LGW, STN'],
  ['لندن', 'ambiguous LON, LHR, LGW, STN'],
  ['Istanbul', 'ambiguous IST-ALL, IST, SAW'],
  ['دبي', 'ambiguous DXB-ALL, DXB, DWC'],
  ['Riy', 'ambiguous RIY, RUH'],
  ['Dam', 'ambiguous DAM, DMM'],
  ['Germany', 'ambiguous DE-ALL, FRA, MUC, BER, DUS, HAM, CGN, STR, HAJ'],
  ['ألمانيا', 'ambiguous DE-ALL, FRA, MUC, BER, DUS, HAM, CGN, STR, HAJ'],
])('%s leads to a question: %s', (typed, question) => {
  expect(resolve(typed)).toBe(question);
});

test.each([
  ['London, all airports', 'LON'],
  ['لندن، كل المطارات', 'LON'],
  ['germany any airport', 'DE-ALL'],
  ['ألمانيا، أي مطار', 'DE-ALL'],
  ['Heathrow', 'LHR'],
  ['Sharjah', 'SHJ'],
])('%s means %s', (typed, code) => {
  expect(resolve(typed)).toBe(code);
});

describe('two places of one name', () => {
  test.each([
    ['RAK', 'ambiguous RAK, RKT'],
    ['rak', 'ambiguous RAK, RKT'],
    ['Ｒａｋ', 'ambiguous RAK, RKT'],
    ['Hof', 'ambiguous HOF, ERF 100 km from Hof, Germany'],
    ['Tripoli', 'ambiguous MJI, TIP, BEY 75 km from Tripoli, Lebanon'],
    ['Paris (RUH)', 'ambiguous'],
  ])('%s leads to a question: %s', (typed, question) => {
    expect(resolve(typed)).toContain(question);
  });

  test('are named with their countries in the language of the page', () => {
    const place = resolveFlightPlace('طرابلس', 'ar');
    const towns = 'choices' in place ? place.choices.flatMap(({ near }) => near?.town ?? []) : [];
    expect(towns).toContain('طرابلس، لبنان');
  });

  test('may be a city and a country', () => {
    const place = resolve('عمان');
    for (const code of ['AMM', 'MCT', 'SLL']) expect(place).toContain(code);
    expect(resolve('تونس')).toMatch(/^ambiguous TUN, .*DJE/);
  });
});

describe('text that is only part of a name, or similar to one', () => {
  test.each([
    ['Frankf', 'FRA'],
    ['thr', 'IKA'],
    ['eathrow', 'LHR'],
    ['Hamad', 'DOH'],
    ['بن', 'BEN'],
    ['Frankfrut', 'FRA'],
    ['Siirt', 'SRX'],
    ['MAR', 'RAK'],
    ['Riyadh (QQQ)', 'RUH'],
    ['King Faisal Hospital Riyadh', 'RUH'],
  ])('%s leads to a question with %s', (typed, code) => {
    expect(resolve(typed)).toMatch(new RegExp(`^unsure .*${code}`));
  });

  test('leads to a question with at most eight airports', () => {
    const place = resolveFlightPlace('مطار', 'ar');
    expect(place).toMatchObject({ outcome: 'unsure', choices: { length: 8 } });
  });
});

test('a country leads to a question about its airports, unless it has only one', () => {
  for (const { country } of airports) {
    const ofCountry = airports.filter((airport) => airport.country.en === country.en).map(({ code }) => code);
    for (const typed of Object.values(country)) {
      // A few countries have the same name as their city: Kuwait, Singapore, Luxembourg.
      if (airports.some(({ city }) => Object.values(city).map(fold).includes(fold(typed)))) continue;
      const place = resolveFlightPlace(typed, 'en');
      if (ofCountry.length === 1) expect(place, typed).toEqual({ outcome: 'found', code: ofCountry[0] });
      else {
        expect(place.outcome, typed).toBe('ambiguous');
        const offered = 'choices' in place ? place.choices.flatMap(({ code }) => airportsOf(code)) : [];
        expect(offered.filter((code) => !ofCountry.includes(code))).toEqual([]);
      }
    }
  }
});

describe('a town without an airport', () => {
  test.each([
    ['Heidelberg', 'nearby MHG'],
    ['هايدلبرغ', 'nearby MHG'],
    ['Heidelberg, Germany', 'nearby MHG'],
    ['Mecca', 'nearby JED'],
    ['مكة', 'nearby JED'],
  ])('%s leads to the nearest ones', (typed, nearby) => {
    expect(resolve(typed)).toMatch(new RegExp(`^${nearby} \\d+ km from `));
  });

  test('is named in the language of the page', () => {
    const place = resolveFlightPlace('Heidelberg', 'ar');
    expect('choices' in place && place.choices[0]?.near?.town).toBe('هايدلبرغ');
  });
});

test.each(['Atlantis', 'أطلانتس', '', '  ', '()', '؟', 'QQQ', 'LTN', 'constructor', 'XXX-ALL', 'x'.repeat(201)])(
  '%j is unknown',
  (typed) => {
    expect(resolve(typed)).toBe('unknown');
  },
);

test('a long text is not searched', async () => {
  const longText = 'a '.repeat(31_000);
  const cost = await costRatio(() => expect(resolveFlightPlace(longText, 'en')).toEqual({ outcome: 'unknown' }));
  expect(cost).toBeLessThan(0.05);
});
