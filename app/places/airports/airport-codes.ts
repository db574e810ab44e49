import { type Airport, airportByCode } from './airport.ts';

/**
 * IATA codes that stand for airports of our list although these airports have other codes, with those codes. Source:
 * OpenTravelData (optd_por_public, metropolitan areas and former codes), 2026.
 */
const otherCodes = new Map(
  Object.entries({
    // Airports that have moved or closed, and codes that have changed.
    ADA: 'COV',
    ALY: 'HBE',
    CAS: 'CMN',
    DHA: 'DMM',
    DIA: 'DOH',
    ETH: 'ETM',
    ISL: 'IST',
    JNJ: 'DQM',
    KIV: 'RMO',
    OSM: 'OSB',
    SDA: 'BGW',
    SFQ: 'GNY',
    SXF: 'BER',
    THF: 'BER',
    THR: 'IKA',
    TSE: 'NQZ',
    TXL: 'BER',
    // Cities. Those that are areas of a flight search (`areas.ts`) have no line here.
    ANK: 'ESB',
    BAK: 'GYD',
    BJS: 'PEK PKX',
    BUH: 'OTP',
    CHI: 'ORD',
    IZM: 'ADB',
    MIL: 'MXP BGY',
    NYC: 'JFK',
    ROM: 'FCO',
    SEL: 'ICN',
    STO: 'ARN',
    TYO: 'HND',
    WAS: 'IAD',
    YMQ: 'YUL',
    YTO: 'YYZ',
    // The French and the common code of Basel's airport.
    EAP: 'BSL',
    MLH: 'BSL',
    // Marrakech's code is also what people in the Emirates call Ras Al Khaimah.
    RAK: 'RAK RKT',
  }),
);

/**
 * Returns the airports that an IATA code in upper case may stand for: one, several if it is ambiguous, or none if it is
 * not the code of any airport of our list.
 */
export function airportsOfCode(code: string): readonly Airport[] {
  const codes = otherCodes.get(code) ?? code;
  return codes.split(' ').flatMap((each) => airportByCode(each) ?? []);
}

/**
 * Returns the code of an airport or area as text that means nothing else, for an address. A code that may stand for
 * another airport, too, is put in brackets, as behind the name of a city.
 */
export function codeAsText(code: string): string {
  return airportsOfCode(code).length > 1 ? `(${code})` : code;
}

/** Reverses {@link codeAsText}: returns the code, or undefined if the text may stand for another airport, too. */
export function codeFromText(text: string): string | undefined {
  const code = /^\(([A-Z]{3})\)$/.exec(text)?.[1] ?? text;
  return codeAsText(code) === text ? code : undefined;
}
