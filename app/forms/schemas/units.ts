import { fold } from '#app/i18n/input/fold.ts';

/** How people write each unit in the languages of the forms and in German; the spelling of Arabic letters may vary. */
const spellings = {
  kilograms:
    'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramm, كغ, كغم, كجم, كلغ, كيلو, كيلوغرام, كيلوغراما, кг, кило, ' +
    'килограмм, килограмма, килограммов',
  grams: 'g, gr, gram, grams, gramm, غ, غم, جم, غرام, غراما, غرامات, г, гр, грамм, грамма, граммов',
  centimetres:
    'cm, cms, centimetre, centimetres, centimeter, centimeters, zentimeter, سم, سنتيمتر, سنتيمترا, سنتمتر, см, ' +
    'сантиметр, сантиметра, сантиметров',
  years:
    'y, yr, yrs, year, years, year old, years old, y o, jahr, jahre, jahre alt, سنة, سنوات, سنين, عام, عاما, أعوام, ' +
    'г, год, года, лет',
  days: 'd, day, days, day old, days old, tag, tage, يوم, يوما, أيام, д, дн, день, дня, дней',
  weeks: 'w, wk, wks, week, weeks, woche, wochen, أسبوع, أسبوعا, أسابيع, нед, неделя, недели, недель',
  people: 'person, persons, people, pax, personen, شخص, شخصا, أشخاص, أفراد, чел, человек, человека',
};

/** What a number in a form counts. */
export type Unit = keyof typeof spellings;

const namesByUnit = new Map(Object.entries(spellings).map(([unit, names]) => [unit, names.split(', ').map(fold)]));

/** Returns whether words beside a number name its unit. */
export function isUnit(words: string, unit: Unit): boolean {
  return namesByUnit.get(unit)?.includes(fold(words)) ?? false;
}
