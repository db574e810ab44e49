import type { StaffLanguage } from '#app/i18n/languages.ts';

/** The phrases that describe a place, in one language. */
export interface PlacePhrases {
  /** Introduces a single airport. */
  nearestAirport: string;
  /** Introduces several airports. */
  nearestAirports: string;
  kilometres: string;
  /** Separates the possible interpretations. */
  or: string;
  /** Introduces an interpretation that the desk has to confirm. */
  likely: string;
  /** The place is not in our lists. */
  unknown: Record<Audience, string>;
  /** The visitor named only a country. */
  onlyCountry: Record<Audience, string>;
  /** The destination is undecided. */
  undecided: Record<Audience, string>;
}

/** Who reads a note: the desk, which has to act on it, or the family, which should know what happens next. */
export type Audience = 'desk' | 'family';

/** The phrases in the site's languages and in German, which the company's staff read. */
export const placePhrases: Record<StaffLanguage, PlacePhrases> = {
  ar: {
    nearestAirport: 'أقرب مطار',
    nearestAirports: 'أقرب المطارات',
    kilometres: 'كم',
    or: ' أو ',
    likely: 'على الأرجح',
    unknown: {
      desk: 'ليس في قائمتنا، يرجى السؤال عنه',
      family: 'هذا المكان ليس في قائمتنا، وسنسألك عنه حين نتصل بك',
    },
    onlyCountry: { desk: 'ذُكر البلد فقط، يرجى السؤال عن المدينة', family: 'سنسألك عن المدينة حين نتصل بك' },
    undecided: { desk: 'لم تُحدَّد الوجهة بعد', family: 'لم تُحدَّد الوجهة بعد، وسنسأل المستشفيات نيابة عنك' },
  },
  en: {
    nearestAirport: 'nearest airport',
    nearestAirports: 'nearest airports',
    kilometres: 'km',
    or: ' or ',
    likely: 'probably',
    unknown: {
      desk: 'not in our list: please ask',
      family: 'this place is not in our list; we will ask you about it when we call',
    },
    onlyCountry: {
      desk: 'only the country: please ask for the town',
      family: 'we will ask you for the town when we call',
    },
    undecided: { desk: 'not decided yet', family: 'not decided yet: we will ask hospitals for you' },
  },
  ru: {
    nearestAirport: 'ближайший аэропорт',
    nearestAirports: 'ближайшие аэропорты',
    kilometres: 'км',
    or: ' или ',
    likely: 'вероятно',
    unknown: {
      desk: 'нет в нашем списке: просьба уточнить',
      family: 'этого места нет в нашем списке; мы позвоним вам и уточним, где это',
    },
    onlyCountry: {
      desk: 'указана только страна: просьба уточнить город',
      family: 'город мы уточним, когда позвоним вам',
    },
    undecided: { desk: 'пока не решено', family: 'пока не решено: мы сами обратимся в клиники' },
  },
  de: {
    nearestAirport: 'nächster Flughafen',
    nearestAirports: 'nächste Flughäfen',
    kilometres: 'km',
    or: ' oder ',
    likely: 'vermutlich',
    unknown: { desk: 'nicht in unserer Liste: bitte nachfragen', family: 'nicht in unserer Liste, wir fragen nach' },
    onlyCountry: { desk: 'nur das Land: bitte nach der Stadt fragen', family: 'wir fragen nach der Stadt' },
    undecided: { desk: 'noch nicht entschieden', family: 'noch nicht entschieden: wir fragen Kliniken an' },
  },
};

/** Returns a distance with a non-breaking space: `75 km`. */
export function formatKilometres(kilometres: number, language: StaffLanguage): string {
  return `${kilometres}\u00a0${placePhrases[language].kilometres}`;
}
