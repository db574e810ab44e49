import { expect } from 'vitest';

/**
 * Places as people type them, with their interpretation: `airport RUH`, `town Mecca`, `country DE`, or `unknown`.
 * `likely` marks an interpretation that the desk has to confirm; ambiguous places have several interpretations,
 * separated by slashes.
 */
export const typedPlaces: readonly (readonly [typed: string, interpretation: string])[] = [
  // The Gulf, in Arabic and in Latin script.
  ['مكة', 'town Mecca'],
  ['مكه', 'town Mecca'],
  ['مكة المكرمة', 'town Mecca'],
  ['Makkah', 'town Mecca'],
  ['Mekka', 'town Mecca'],
  ['المدينة', 'airport MED'],
  ['المدينه المنوره', 'airport MED'],
  ['Al Madinah', 'airport MED'],
  ['Khobar', 'town Khobar'],
  ['الخبر', 'town Khobar'],
  ['Al-Khobar', 'town Khobar'],
  ['alkhobar', 'town Khobar'],
  ['الرياض', 'airport RUH'],
  ['رياض', 'airport RUH'],
  ['Riyadh (RUH)', 'airport RUH'],
  ['Riyadh, Saudi Arabia', 'airport RUH'],
  ['riyadh ksa', 'airport RUH'],
  ['RUH', 'airport RUH'],
  ['jed', 'airport JED'],
  ['جده', 'airport JED'],
  ['مطار جدة', 'airport JED'],
  ['مدينة الطائف', 'airport TIF'],
  ['El Qatif', 'town Qatif'],
  ['القطيف', 'town Qatif'],
  ['الأحساء', 'airport HOF'],
  ['Dubai', 'town Dubai'],
  ['دبي', 'town Dubai'],
  ['DXB Dubai', 'airport DXB'],
  ['أبو ظبي', 'airport AUH'],
  ['Kuwait', 'airport KWI'],
  ['الكويت', 'airport KWI'],
  ['Doha Qatar', 'airport DOH'],
  ['المنامة', 'airport BAH'],
  ['Muscat', 'airport MCT'],
  ['صلاله', 'airport SLL'],
  // The wider Arab world.
  ['Gaza', 'town Gaza'],
  ['غزة', 'town Gaza'],
  ['رفح', 'town Rafah'],
  ['صنعا', 'airport SAH'],
  ['Taiz', 'town Taiz'],
  ['بغداد', 'airport BGW'],
  ['هولير', 'airport EBL'],
  ['Дамаск', 'airport DAM'],
  ['Tripoli, Lebanon', 'town Tripoli'],
  ['طرابلس لبنان', 'town Tripoli'],
  ['طرابلس', 'town Tripoli/town Tripoli'],
  ['عمان', 'town Amman/country OM'],
  ['عمّان الأردن', 'town Amman'],
  ['سلطنة عمان', 'country OM'],
  ['تونس', 'airport TUN/country TN'],
  ['السودان', 'country SD'],
  // Germany, in several scripts.
  ['Heidelberg', 'town Heidelberg'],
  ['هايدلبرغ', 'town Heidelberg'],
  ['Гейдельберг', 'town Heidelberg'],
  ['München', 'airport MUC'],
  ['Muenchen', 'airport MUC'],
  ['ميونخ', 'airport MUC'],
  ['Мюнхен', 'airport MUC'],
  ['Frankfurt', 'airport FRA'],
  ['Frankfurt am Main', 'airport FRA'],
  ['فرانكفورت', 'airport FRA'],
  ['Bonn', 'town Bonn'],
  ['Berlin, Germany', 'airport BER'],
  ['Germany', 'country DE'],
  ['ألمانيا', 'country DE'],
  ['المانيا', 'country DE'],
  ['Германия', 'country DE'],
  // Russia, and cities elsewhere.
  ['Москва', 'town Moscow'],
  ['Эр-Рияд', 'airport RUH'],
  ['Дубай', 'town Dubai'],
  ['London', 'town London'],
  ['لندن', 'town London'],
  ['اسطنبول', 'town Istanbul'],
  // Codes: old ones, those of cities, and RAK, which also stands for Ras Al Khaimah.
  ['TXL', 'airport BER'],
  ['THR', 'airport IKA'],
  ['LON', 'town London'],
  ['RAK', 'airport RAK/airport RKT'],
  ['Marrakech (RAK)', 'airport RAK'],
  ['Ras Al Khaimah (RAK)', 'airport RKT'],
  // Upper case is a code, and this one is not in our list.
  ['ULM', 'likely town Ulm'],
  ['Ulm', 'town Ulm'],
  // As other keyboards and programs write them.
  ['ﻣﻜﺔ', 'town Mecca'],
  ['Ｍｅｃｃａ', 'town Mecca'],
  ['مکہ', 'town Mecca'],
  ['ＲＵＨ', 'airport RUH'],
  ['هەولێر', 'airport EBL'],
  ['دبئی', 'town Dubai'],
  // Misspelt.
  ['Ryadh', 'airport RUH'],
  ['Heidleberg', 'likely town Heidelberg'],
  ['Frankfrut', 'likely airport FRA'],
  ['Dusseldorff', 'airport DUS'],
  ['Heidleberg Germany', 'likely town Heidelberg'],
  ['هايدلبرخ', 'likely town Heidelberg'],
  ['в Германию', 'likely country DE'],
  // Hospitals.
  ['King Faisal Hospital Riyadh', 'likely airport RUH'],
  ['مستشفى الملك فهد جدة', 'likely airport JED'],
  ['مستشفى الملك فهد بجدة', 'likely airport JED'],
  ['Uniklinik Heidelberg', 'likely town Heidelberg'],
  ['Charité Berlin', 'likely airport BER'],
  ['Klinikum rechts der Isar, München', 'likely airport MUC'],
  ['Госпиталь в городе Дубай', 'likely town Dubai'],
  // Ash Shafa is also the name of a town.
  ['مستشفى الشفاء، غزة', 'likely town Ash Shafa/town Gaza'],
  // Not in our list of places.
  ['Kabul', 'unknown'],
  ['أطلانتس', 'unknown'],
  ['مستشفى الملك فيصل التخصصي', 'unknown'],
  ['Camp 12', 'unknown'],
  ['QQQ', 'unknown'],
  ['LTN', 'unknown'],
  ['at home', 'unknown'],
  ['???', 'unknown'],
];

const countries: Record<string, string> = { OM: 'Oman', TN: 'Tunisia', SD: 'Sudan', DE: 'Germany' };

/** Expects that an English line for the desk states the interpretation of a place, or that the desk has to ask. */
export function expectInterpreted(line: string, interpretation: string): void {
  expect(line.includes('probably: ')).toBe(interpretation.startsWith('likely '));
  expect(line.includes('not in our list: please ask')).toBe(interpretation === 'unknown');
  if (interpretation === 'unknown') return;
  for (const alternative of interpretation.replace('likely ', '').split('/')) {
    const name = alternative.slice(alternative.indexOf(' ') + 1);
    expect(line).toContain(countries[name] ?? name);
    // The line for an ambiguous place names no airports, because the desk first has to ask which town is meant.
    if (alternative.startsWith('town ') && !interpretation.includes('/'))
      expect(line).toMatch(/nearest airports?: .* [A-Z]{3} \d+\skm/);
  }
}
